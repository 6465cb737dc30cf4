import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js';
import type { Connection } from '../client/connection.ts';
import { packageFile } from '../host/package-files.ts';
import { dataText } from './data-text.ts';
import { uriOf } from './resources.ts';

type Given = Readonly<Record<string, string>>;

/** Thrown if a prompt can't be created. The message says why. */
class NoPrompt extends Error {
  override readonly name = 'NoPrompt';
}

interface PromptKind {
  readonly prompt: Omit<Prompt, 'name'>;
  readonly messages: (
    connection: Connection,
    given: Given,
    signal: AbortSignal,
  ) => Promise<GetPromptResult['messages']>;
}

export const prompts: Readonly<Record<string, PromptKind>> = {
  'why-refused': {
    prompt: {
      title: 'Why was this refused?',
      description: 'Explains why a call of the merchant API was refused, and what to change in your app',
      arguments: [{ name: 'request', description: 'ID of the call; the newest refused one by default' }],
    },
    messages: async (connection, { request }, signal) => {
      const id = request || (await newestRefused(connection, signal));
      const record = await connection.call('getRequest', { params: { id }, signal });
      const words =
        'Explain why the payment gateway refused this call of my app. Go through its decision trace: name the check that failed, what it expected and what arrived. ' +
        'Then find the code in my project that makes this call, and say what to change. If a setting of the sandbox or a fault caused the refusal, say so.';
      return [said(words), embedded(uriOf('request', id), record)];
    },
  },
  'write-callback-handler': {
    prompt: {
      title: 'Write the handler for this callback',
      description: 'Writes the handler of a callback in your framework, with the check of its signature',
      arguments: [
        { name: 'framework', description: 'Such as Express, Laravel, Django or Spring', required: true },
        { name: 'callback', description: 'ID of the callback; the newest one by default' },
      ],
    },
    messages: async (connection, { framework, callback }, signal) => {
      if (!framework) throw new NoPrompt('Name your framework in the argument "framework".');
      const id = callback || (await newestCallback(connection, signal));
      const record = await connection.call('getCallback', { params: { id }, signal });
      const snippet = snippetFor(framework);
      return [
        said(handlerWords(framework)),
        embedded(uriOf('callback', id), record),
        ...(snippet === undefined ? [] : [said(`A tested function that checks \`hashed\`:\n\n${snippet}`)]),
      ];
    },
  },
};

function handlerWords(framework: string): string {
  return [
    `Write the handler for this payment callback for the framework that is named here as JSON text: ${JSON.stringify(framework)}.`,
    'Check `hashed` first, over the raw query or body as it arrived, with a comparison in constant time, and read the secret key from the configuration.',
    'Then find the order by `invoice_no`, and compare amount and currency with it. Mark it paid once only, in one transaction: the same callback may arrive again, at the same time, or after the browser returns.',
    'Treat `approved` 0 and `canceled` 1 as not paid. Answer 200 quickly once the result is stored, so that the gateway stops its retries.',
    'Add a test that sends the callback as recorded, one with a wrong `hashed`, and one twice.',
  ].join('\n');
}

function said(text: string): GetPromptResult['messages'][number] {
  return { role: 'user', content: { type: 'text', text } };
}

function embedded(uri: string, record: unknown): GetPromptResult['messages'][number] {
  const resource = { uri, mimeType: 'application/json', text: dataText(record) };
  return { role: 'user', content: { type: 'resource', resource } };
}

async function newestRefused(connection: Connection, signal: AbortSignal): Promise<string> {
  const { data } = await connection.call('listRequests', { query: { limit: 200 }, signal });
  const refused = data.find(({ status }) => status >= 400);
  if (refused) return refused.id;
  throw new NoPrompt(`None of the newest ${data.length} calls was refused.`);
}

async function newestCallback(connection: Connection, signal: AbortSignal): Promise<string> {
  const { data } = await connection.call('listCallbacks', { query: { limit: 1 }, signal });
  const [newest] = data;
  if (newest) return newest.id;
  throw new NoPrompt('No callback was sent yet. Decide a checkout first.');
}

/** The first match wins. JavaScript precedes Java, because its name contains "Java". */
const snippets: readonly (readonly [RegExp, string])[] = [
  [/node|express|next|nest|fastify|hono|koa|remix|javascript|typescript|\bjs\b/i, 'verify.mjs'],
  [/php|laravel|symfony|wordpress|woo|codeigniter|\byii/i, 'verify.php'],
  [/python|django|flask|fastapi|odoo|\baio/i, 'verify.py'],
  [/java|spring|kotlin|quarkus/i, 'Signature.java'],
  [/\bgo\b|golang|\bgin\b|\becho\b|fiber/i, 'verify.go'],
];

function snippetFor(framework: string): string | undefined {
  const file = snippets.find(([pattern]) => pattern.test(framework))?.[1];
  return file && packageFile(`fixtures/snippets/${file}`);
}
