import type { GatewayToken } from '../gateways/gateway.ts';
import { gateways } from '../gateways/index.ts';
import { packageFile } from '../host/package-files.ts';
import { WrongUsage } from './control-client.ts';
import { write } from './print.ts';
import { type SnippetLanguage, snippetLanguages } from './snippet-languages.ts';

interface Language {
  readonly file: string;
  readonly comment: string;
  /** How a handler passes the data to the function. */
  readonly query: string;
  readonly body: string;
}

const languages: Readonly<Record<SnippetLanguage, Language>> = {
  node: {
    file: 'verify.mjs',
    comment: '//',
    // A return_url may have further question marks in its query.
    query: "verifiedFields(request.url.replace(/^[^?]*\\??/, ''), secretKey)",
    body: 'verifiedFields(await new Response(request).text(), secretKey)',
  },
  php: {
    file: 'verify.php',
    comment: '//',
    query: "verifiedFields($_SERVER['QUERY_STRING'] ?? '', $secretKey)",
    body: "verifiedFields(file_get_contents('php://input'), $secretKey)",
  },
  python: {
    file: 'verify.py',
    comment: '#',
    query: 'verified_fields(environ["QUERY_STRING"], secret_key)',
    body: 'verified_fields(body.decode("utf-8", "replace"), secret_key)',
  },
  go: {
    file: 'verify.go',
    comment: '//',
    query: 'verifiedFields(request.URL.RawQuery, secretKey)',
    body: 'verifiedFields(string(body), secretKey)',
  },
  java: {
    file: 'Signature.java',
    comment: '//',
    query: 'Signature.verifiedQuery(request.getQueryString(), secretKey)',
    body: 'Signature.verifiedFields(mapper.readValue(body, LinkedHashMap.class).entrySet(), secretKey)',
  },
};

interface SnippetFlags {
  readonly lang?: SnippetLanguage;
  readonly gateway?: GatewayToken;
}

/** Prints a function that verifies `hashed`, and how to call it for a gateway. */
export function snippet(_what: 'verify', { lang, gateway }: SnippetFlags): void {
  // Not a required option: commander would report it missing before it reports a misspelled flag.
  if (lang === undefined)
    throw new WrongUsage(`Name a language with --lang: ${snippetLanguages.join(', ')}.`);
  const language = languages[lang];
  const text = packageFile(`fixtures/snippets/${language.file}`);
  write(text);
  if (gateway === undefined) return;
  const usage = usageOf(gateway, language).map((line) => `${language.comment} ${line}\n`);
  write(`\n${usage.join('')}`);
}

function usageOf(token: GatewayToken, { query, body }: Language): string[] {
  const gateway = gateways[token];
  if (gateway.flow !== 'checkout')
    return [`${token} sends no callback: its confirm answers with the result.`];
  const { method, to } = gateway.callback;
  const callback = `${token} sends a ${method} to your ${to}: ${method === 'GET' ? query : body}`;
  return method === 'GET' ? [callback] : [callback, `The browser returns with a GET: ${query}`];
}
