import { curl, placeholders, type SampleKeys } from '../curl.ts';
import type { Snippet } from './page-models.ts';

/** What the snippets carry: the address of an endpoint, and the keys where they may be shown. */
export interface SnippetValues {
  readonly baseUrl: string;
  /** The name of walletA on the wire. */
  readonly wallet: string;
  /** Undefined where the keys are secrets: the snippets read the environment then. */
  readonly keys: SampleKeys | undefined;
}

const fields = { mobile_number: '0912345678', birth_year: '1990', amount: '10.00' };

/** A verify call in each language that works when it is pasted: into a terminal, or into a file that is run. */
export function snippetsOf(values: SnippetValues, dotenv: string): Snippet[] {
  const { baseUrl, wallet, keys = placeholders } = values;
  return [
    { id: 'dotenv', name: '.env', text: dotenv },
    { id: 'curl', name: 'curl', text: curl(baseUrl, `${wallet}/verify`, keys, fields) },
    { id: 'php', name: 'PHP', text: php(values) },
    { id: 'node', name: 'Node', text: node(values) },
    { id: 'python', name: 'Python', text: python(values) },
  ];
}

function php({ baseUrl, wallet, keys }: SnippetValues): string {
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
        'mobile_number' => '${fields.mobile_number}',
        'birth_year' => '${fields.birth_year}',
        'amount' => '${fields.amount}',
    ]),
    'ignore_errors' => true,
]]);
echo file_get_contents('${endpoint(baseUrl, wallet)}', false, $context), PHP_EOL;`;
}

function node({ baseUrl, wallet, keys }: SnippetValues): string {
  const token = keys ? `'Bearer ${keys.accessToken}'` : "'Bearer ' + process.env.GATEWAY_ACCESS_TOKEN";
  const key = keys ? `'${keys.apiKey}'` : 'process.env.GATEWAY_API_KEY';
  return `fetch('${endpoint(baseUrl, wallet)}', {
  method: 'POST',
  headers: { Authorization: ${token}, 'X-API-KEY': ${key} },
  body: new URLSearchParams({
    mobile_number: '${fields.mobile_number}',
    birth_year: '${fields.birth_year}',
    amount: '${fields.amount}',
  }),
})
  .then((response) => response.json())
  .then(console.log);`;
}

function python({ baseUrl, wallet, keys }: SnippetValues): string {
  const token = keys ? `'Bearer ${keys.accessToken}'` : "'Bearer ' + os.environ['GATEWAY_ACCESS_TOKEN']";
  const key = keys ? `'${keys.apiKey}'` : "os.environ['GATEWAY_API_KEY']";
  return `import json${keys ? '' : ', os'}, urllib.parse, urllib.request

request = urllib.request.Request(
    '${endpoint(baseUrl, wallet)}',
    data=urllib.parse.urlencode({
        'mobile_number': '${fields.mobile_number}',
        'birth_year': '${fields.birth_year}',
        'amount': '${fields.amount}',
    }).encode(),
    headers={'Authorization': ${token}, 'X-API-KEY': ${key}},
)
print(json.load(urllib.request.urlopen(request)))`;
}

function endpoint(baseUrl: string, wallet: string): string {
  return `${baseUrl}/api/v1/transaction/${wallet}/verify`;
}
