import { curl, placeholders, type SampleKeys } from '../curl.ts';
import type { Piece, Snippet } from './page-models.ts';

/** The values in the snippets: an endpoint, and the keys if they may be shown. */
export interface SnippetValues {
  readonly baseUrl: string;
  /** The gateway's name in the API. */
  readonly name: string;
  /** Fields for its verify, with valid values. */
  readonly fields: Readonly<Record<string, string>>;
  /** Undefined if the keys are secret. The snippets then read environment variables. */
  readonly keys: SampleKeys | undefined;
}

/** A verify call per language that works when pasted into a terminal or a file. */
export function snippetsOf(values: SnippetValues, dotenv: readonly Piece[]): Snippet[] {
  const { baseUrl, name, fields, keys = placeholders } = values;
  return [
    { id: 'dotenv', name: '.env', text: dotenv },
    { id: 'curl', name: 'curl', text: curl(baseUrl, `${name}/verify`, keys, fields) },
    { id: 'php', name: 'PHP', text: php(values) },
    { id: 'node', name: 'Node', text: node(values) },
    { id: 'python', name: 'Python', text: python(values) },
  ];
}

function php({ baseUrl, name, fields, keys }: SnippetValues): string {
  const token = keys
    ? `'Authorization: Bearer ${keys.accessToken}'`
    : "'Authorization: Bearer ' . getenv('GATEWAY_ACCESS_TOKEN')";
  const key = keys ? `'X-API-KEY: ${keys.apiKey}'` : "'X-API-KEY: ' . getenv('GATEWAY_API_KEY')";
  return `<?php
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        ${token},
        ${key},
        'Content-Type: application/x-www-form-urlencoded',
    ],
    'content' => http_build_query([
${linesOf(fields, (name, value) => `        '${name}' => '${value}',`)}
    ]),
    'ignore_errors' => true,
]]);
echo file_get_contents('${endpoint(baseUrl, name)}', false, $context), PHP_EOL;`;
}

function node({ baseUrl, name, fields, keys }: SnippetValues): string {
  const token = keys ? `'Bearer ${keys.accessToken}'` : "'Bearer ' + process.env.GATEWAY_ACCESS_TOKEN";
  const key = keys ? `'${keys.apiKey}'` : 'process.env.GATEWAY_API_KEY';
  return `fetch('${endpoint(baseUrl, name)}', {
  method: 'POST',
  headers: { Authorization: ${token}, 'X-API-KEY': ${key} },
  body: new URLSearchParams({
${linesOf(fields, (name, value) => `    ${name}: '${value}',`)}
  }),
})
  .then((response) => response.json())
  .then(console.log);`;
}

function python({ baseUrl, name, fields, keys }: SnippetValues): string {
  const token = keys ? `'Bearer ${keys.accessToken}'` : "'Bearer ' + os.environ['GATEWAY_ACCESS_TOKEN']";
  const key = keys ? `'${keys.apiKey}'` : "os.environ['GATEWAY_API_KEY']";
  return `import json${keys ? '' : ', os'}, urllib.parse, urllib.request

request = urllib.request.Request(
    '${endpoint(baseUrl, name)}',
    data=urllib.parse.urlencode({
${linesOf(fields, (name, value) => `        '${name}': '${value}',`)}
    }).encode(),
    headers={'Authorization': ${token}, 'X-API-KEY': ${key}},
)
print(json.load(urllib.request.urlopen(request)))`;
}

function linesOf(fields: SnippetValues['fields'], line: (name: string, value: string) => string): string {
  return Object.entries(fields)
    .map(([name, value]) => line(name, value))
    .join('\n');
}

function endpoint(baseUrl: string, name: string): string {
  return `${baseUrl}/api/v1/transaction/${name}/verify`;
}
