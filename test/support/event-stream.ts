import { onTestFinished } from 'vitest';
import type { TestSandbox } from './sandbox.ts';

/** A message of a Server-Sent Events stream. */
export interface Message {
  readonly id: string;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  readonly data: any;
}

export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next message. Undefined when the stream has ended. */
  readonly next: () => Promise<Message | undefined>;
  readonly leave: () => Promise<void>;
}

/** Opens `/_sandbox/events` in process. Closed after the test. */
export async function eventStream(
  sandbox: TestSandbox,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const response = await sandbox.app.request(`/_sandbox/events${query}`, { headers });
  if (!response.body) throw new Error('the stream has no body');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const leave = () => reader.cancel();
  onTestFinished(leave);
  let text = '';
  return {
    status: response.status,
    headers: response.headers,
    leave,
    next: async () => {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end === -1) {
          const { value, done } = await reader.read();
          if (done) return undefined;
          text += value;
          continue;
        }
        const message = messageOf(text.slice(0, end));
        text = text.slice(end + 2);
        if (message) return message;
      }
    },
  };
}

/** Comments and `retry` are not messages. */
function messageOf(block: string): Message | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)] as const;
    }),
  );
  const data = fields.get('data');
  if (data === undefined) return undefined;
  return { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) };
}
