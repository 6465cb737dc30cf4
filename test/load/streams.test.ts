import { describe, expect, it, onTestFinished } from 'vitest';
import { type CliSandbox, cliSandbox } from '../support/cli.ts';
import { rightFields } from '../support/sandbox.ts';

describe('P5: however many are there, others are answered', () => {
  it('200 streams all hear of 50 codes, each in the order of the journal', async () => {
    const sandbox = await cliSandbox();
    const heard = await Promise.all(Array.from({ length: 200 }, () => stream(sandbox, 50)));
    await Promise.all(
      Array.from({ length: 50 }, () => sandbox.call('walletB/verify', rightFields['walletB/verify'])),
    );
    const all = await Promise.all(heard.map(({ ids }) => ids));
    expect(all[0]).toHaveLength(50);
    expect(all[0]).toEqual(all[0]?.toSorted((a, b) => a - b));
    expect(all.filter((ids) => ids.join() !== all[0]?.join())).toEqual([]);
  });
});

/** Opens a stream of sent codes. `ids` settles with the events' IDs once this many have arrived. */
async function stream({ url }: CliSandbox, count: number): Promise<{ readonly ids: Promise<number[]> }> {
  const answer = await fetch(`${url}/_sandbox/events?type=otp.sent`);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  onTestFinished(() => reader?.cancel());
  const idsIn = async () => {
    let text = '';
    for (;;) {
      const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
      if (ids.length >= count) return ids;
      const read = await reader?.read();
      if (!read || read.done) throw new Error(`the stream has ended after ${ids.length} events`);
      text += read.value;
    }
  };
  return { ids: idsIn() };
}
