import { describe, expect, it } from 'vitest';
import { words } from '../../src/pages/words/words.ts';
import { freshSandbox } from '../support/fresh.ts';
import { exported, opened } from './stories.ts';

const { flaws } = words.en.dashboard.stories;

describe('A file that is no story', () => {
  it('is refused when it is larger than 16 MiB, by itself or as a whole form', async () => {
    const other = await freshSandbox();
    for (const size of [16 * 1024 * 1024 + 1, 18 * 1024 * 1024]) {
      const answer = await opened(other, ' '.repeat(size));
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain('The file is larger than 16 MB');
    }
  });

  it('is refused in the language of the page', async () => {
    const other = await freshSandbox();
    const { flaws: arabic } = words.ar.dashboard.stories;
    for (const [text, flaw] of [
      ['{', arabic['not-json']],
      ['{"a":1}', arabic['not-story']],
    ] as const)
      expect(await (await opened(other, text, '?lang=ar')).text()).toContain(flaw);
  });

  const change = (text: string, changed: (story: Record<string, unknown>) => void) => {
    const story = JSON.parse(text);
    changed(story);
    return JSON.stringify(story);
  };

  it('is refused in one sentence, and nothing is opened', async () => {
    const { text } = await exported();
    const other = await freshSandbox();
    for (const [what, [file, why]] of Object.entries(wrong(text, change))) {
      const answer = await opened(other, file);
      expect(answer.status, what).toBe(422);
      const page = await answer.text();
      expect(page, what).toContain(why);
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
    'cut off': [text.slice(0, -20), flaws['not-json']],
    'nested too deeply': [
      text.replace(
        '"records":[',
        `"records":[{"record":"fact","value":${'['.repeat(1e5)}${']'.repeat(1e5)}},`,
      ),
      flaws['too-deep'],
    ],
    'another file': ['{"a":1}', flaws['not-story']],
    'a newer version': [
      change(text, (story) => Object.assign(story, { version: 2 })),
      flaws['newer-version'],
    ],
    'a wrong member': [change(text, (story) => Object.assign(story, { other: 1 })), 'it has a wrong'],
    'a hostile id': [
      change(text, (story) => Object.assign(story, { transaction_id: '../../x' })),
      'it has a wrong transaction_id',
    ],
    'a payment that is not in it': [
      change(text, (story) => Object.assign(story, { transaction_id: '7' })),
      flaws.incomplete,
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
