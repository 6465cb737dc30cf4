import { controlOperations } from '../../src/control-api/operations.ts';
import { merchantServer } from '../../test/support/merchant-server.ts';
import { startOfTest, type TestSandbox, testSandbox } from '../../test/support/sandbox.ts';
import { controlStory, type StoryStep } from './control-story.ts';
import { inOneLine } from './json.ts';

/** A real call to the control API and its answer. */
export interface Example {
  readonly request: string;
  readonly status: number;
  readonly answer: unknown;
}

/** An example for each operation by ID, from a run with a frozen clock and sequential IDs. */
export async function controlExamples(): Promise<ReadonlyMap<string, Example>> {
  const merchant = await merchantServer();
  const sandbox = await testSandbox({ callbackHostMap: { 'shop.example': new URL(merchant.url).host } });
  try {
    const examples = new Map<string, Example>();
    for (const step of controlStory) {
      if (typeof step === 'function') await step(sandbox);
      else if (!examples.has(step.id)) examples.set(step.id, await told(sandbox, step));
    }
    return examples;
  } finally {
    await sandbox.stop();
    await merchant.close();
  }
}

async function told(sandbox: TestSandbox, { id, at = {}, query, body }: StoryStep): Promise<Example> {
  const operation = controlOperations.find((each) => each.id === id);
  if (!operation) throw new Error(`The control API has no operation ${id}.`);
  const path = operation.path.slice(1).replace(/:(\w+)/g, (_, name: string) => at[name] ?? '');
  const target = query === undefined ? path : `${path}?${query}`;
  const method = operation.method.toUpperCase();
  const answer = await sandbox.control(target, body ?? (method === 'POST' ? {} : undefined), method);
  if (answer.status >= 300) throw new Error(`${id}: ${answer.text}`);
  const request = [`${method} /_sandbox/api/${target}`, ...(body === undefined ? [] : [inOneLine(body)])];
  return { request: request.join('\n\n'), status: answer.status, answer: shortened(answer.json) };
}

const longestText = 180;
/** Values that differ in each run. */
const ofRealTime: Readonly<Record<string, number>> = { duration_ms: 1.5, offset_ms: 600_000 };

/** The same JSON with one item per list, shortened texts, and fixed values instead of real times. */
function shortened(value: unknown, name = ''): unknown {
  if (name in ofRealTime && value !== null) return ofRealTime[name];
  // The demo account was created before the clock was frozen.
  if (name === 'created_at') return new Date(startOfTest).toISOString();
  // It begins with the name of the run.
  if (name === 'cursor')
    return String(value).replace(/^[\w-]{36}(?=\.)/, '0b7f6b0e-5c1d-4c55-9d0f-0a8a4f6c2e17');
  // Where the example's app listens.
  if (name === 'target_host') return '127.0.0.1:3000';
  if (name === 'now') return String(value).replace(/\.\d+Z$/, '.000Z');
  if (typeof value === 'string')
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (Array.isArray(value)) return isPair(value) ? value : value.slice(0, 1).map((item) => shortened(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member]) => member !== 'headers')
      .map(([member, each]) => [member, shortened(each, member)]),
  );
}

function isPair(list: readonly unknown[]): boolean {
  return list.length === 2 && list.every((item) => typeof item === 'string');
}
