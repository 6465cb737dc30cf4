import { describe, expect, test } from 'vitest';
import {
  findingsIn,
  longSentences,
  proseFindings,
  proseOfCode,
  proseOfMarkdown,
  proseOfTemplate,
  proseOfTitles,
} from '../../scripts/prose.ts';

describe('The prose check', () => {
  test('finds no removed wording in docs, views, words, settings, commands, comments, and titles of tests', () => {
    expect(proseFindings('.')).toEqual([]);
  });

  test.each([
    'Write it anew.',
    'For whoever clicks.',
    'The limit is 1 unless said.',
    'A text that is none.',
    'Every breach is told of in words.',
    'It stands in the place of the answer.',
    'This is a mistake of the sandbox itself.',
    'Nothing is to be configured.',
    'The ledger of it.',
    'The tester panel decides it.',
    'Each switch has a reason.',
    'The notes of the lint.',
    'This behaviour is off.',
    'The customer cancelled.',
    'Licences of the libraries.',
    'A list of gaps.',
    'The callback is exhausted.',
    'Mend what is wrong.',
    'The clock stands still.',
    'The clock moves on.',
    'Arm it here.',
    'Send it once more.',
    'It has the look of a page.',
    'Each one is to be read.',
    'Nobody shall read it.',
    'What nobody else has.',
    'This number is a magic one.',
    'What answers is no gateway-sandbox.',
    'The story of a payment.',
  ])('finds one in: %s', (sentence) => {
    expect(findingsIn(sentence)).toHaveLength(1);
  });

  test('finds a sentence of more than 40 words, and none where a list, a table or a colon ends it', () => {
    const words = (count: number) => Array(count).fill('word').join(' ');
    expect(longSentences(`A short one.\n\nOne ${words(40)}.`)).toEqual([
      {
        line: 3,
        words: 'One word word word word word …',
        better: 'shorter sentences than 41 words',
      },
    ]);
    const short = words(30);
    expect(longSentences(`${short}: ${short}\n- ${short}\n- ${short}\n\n| ${short} | ${short} |`)).toEqual(
      [],
    );
  });

  test('names the line, the words and the better wording', () => {
    expect(findingsIn('A setting.\nA switch.')).toEqual([
      { line: 2, words: 'switch', better: '"setting", or "turn on" and "turn off"' },
    ]);
  });

  test('judges no code block, inline code, comment or link target of a page', () => {
    const page = 'One `switch`, [two](panel.md).\n<!-- anew -->\n```sh\nledger\n```\nA panel.\n';
    expect(findingsIn(proseOfMarkdown(page))).toMatchObject([{ line: 6, words: 'panel' }]);
  });

  test('judges the text and the sentences of a template, not its names', () => {
    const view = `<p class="panel" id="no-switch"><%= it.ledger %> <code>anew</code>\n<% const why = 'Every switch, now'; %>Ledger</p>`;
    expect(findingsIn(proseOfTemplate(view))).toMatchObject([
      { line: 2, words: 'Ledger' },
      { line: 2, words: 'switch' },
    ]);
  });

  test('judges the sentences of a program, not its comments, names and inline code', () => {
    const code =
      "// a switch\nconst ledger = ['panel', 'Leave `switch` on'];\nconst text = 'A panel here';\n";
    expect(findingsIn(proseOfCode(code))).toMatchObject([{ line: 3, words: 'panel' }]);
  });

  test('judges the titles of tests, with `each` too, and no other texts of theirs', () => {
    const code = [
      "describe('A switch of it', () => {",
      "  it('is `anew` anew', () => expect(said).toBe('Once more, a panel'));",
      "  it.each(['One gap', 'two'])('%s is none', (name) => {});",
      '  test.runIf(linux)(',
      '    `mends what it finds`,',
    ];
    expect(findingsIn(proseOfTitles(code.join('\n')))).toMatchObject([
      { line: 1, words: 'switch' },
      { line: 2, words: 'anew' },
      { line: 3, words: 'is none' },
      { line: 5, words: 'mends' },
    ]);
  });
});
