import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { exported, opened } from './stories.ts';

describe('A file that is no story', () => {
  it('is refused when it is larger than 16 MiB, by itself or as a whole form', async () => {
    const other = await freshSandbox();
    for (const [size, words] of [
      [16 * 1024 * 1024 + 1, 'it is larger than 16 MiB'],
      [18 * 1024 * 1024, 'The file is larger than 16 MB'],
    ] as const) {
      const answer = await opened(other, ' '.repeat(size));
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain(words);
    }
  });

  const change = (text: string, changed: (story: Record<string, unknown>) => void) => {
    const story = JSON.parse(text);
    changed(story);
    return JSON.stringify(story);
  };

  it('is refused in one sentence, and nothing is opened', async () => {
    const { text } = await exported();
    const other = await freshSandbox();
    for (const [what, [file, words]] of Object.entries(wrong(text, change))) {
      const answer = await opened(other, file);
      expect(answer.status, what).toBe(422);
      const page = await answer.text();
      expect(page, what).toContain(words);
      expect(page, what).not.toMatch(
        /The payment file cannot be opened.*The payment file cannot be opened|\.\./,
      );
    }
    const list = await (await other.app.request('/_sandbox/snapshots')).text();
    expect(list).not.toContain('/_sandbox/stories/');
  });
});

type Change = (text: string, changed: (story: Record<string, unknown>) => void) => string;

function wrong(text: string, change: Change): Readonly<Record<string, readonly [string, string]>> {
  const records = () => JSON.parse(text).records;
  return {
    empty: ['', 'Choose a file.'],
    'cut off': [text.slice(0, -20), 'it is not JSON, or is cut off'],
    'nested too deeply': [
      text.replace(
        '"records":[',
        `"records":[{"record":"fact","value":${'['.repeat(1e5)}${']'.repeat(1e5)}},`,
      ),
      'it is nested too deeply',
    ],
    'another file': ['{"a":1}', 'it is not a payment file of gateway-sandbox'],
    'a newer version': [change(text, (story) => Object.assign(story, { version: 2 })), 'it has version 2'],
    'a wrong member': [change(text, (story) => Object.assign(story, { other: 1 })), 'it has a wrong'],
    'a hostile id': [
      change(text, (story) => Object.assign(story, { transaction_id: '../../x' })),
      'it has a wrong transaction_id',
    ],
    'a payment that is not in it': [
      change(text, (story) => Object.assign(story, { transaction_id: '7' })),
      'The payment file cannot be opened: transaction 7 is not in its records.',
    ],
    'a script for an address': [
      change(text, (story) =>
        Object.assign(story, {
          records: records().map((each: { record: string }) =>
            each.record === 'checkout' ? { ...each, return_url: 'javascript:alert(1)' } : each,
          ),
        }),
      ),
      'has a wrong return_url',
    ],
    'an unknown record': [
      change(text, (story) => Object.assign(story, { records: [{ record: 'DROP TABLE' }] })),
      'The payment file cannot be opened: record 1 has no',
    ],
    'a record twice': [
      change(text, (story) => Object.assign(story, { records: [...records(), records().at(-1)] })),
      'that an earlier line has already',
    ],
  };
}
