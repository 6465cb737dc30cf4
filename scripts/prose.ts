import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Finding {
  readonly line: number;
  /** The words that were found. */
  readonly words: string;
  readonly better: string;
}

const american = 'the American spelling';

/** Wordings that this project has removed, each with what to write instead. */
const removed: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\banew\b/gi, 'again'],
  [/\bwhoever\b/gi, 'the person or program that is meant, such as "you" or "the caller"'],
  [/\bunless said\b/gi, '"by default" or "(default: …)"'],
  [/\b(?:is|are) none\b/gi, '"there is no …", or "is not …"'],
  [/\b(?:told|tells?) of\b/gi, '"reported", "shows" or "describes"'],
  [/\bin the place of\b/gi, '"instead of" or "replaces"'],
  [/\bmistakes? of (?:ours?\b|the sandbox)/gi, '"internal error"'],
  [/\bto be configured\b/gi, '"no configuration needed", or name who configures what'],
  [/\bledger\b/gi, '"assumptions"'],
  [/\bpanel\b/gi, '"tester tools"'],
  [/\bswitch(?:es)?\b/gi, '"setting", or "turn on" and "turn off"'],
  [/\bnotes? of the lint\b/gi, '"production warnings"'],
  [/\bgaps?\b/gi, '"assumption"'],
  [/\bexhausted\b/gi, '"failed"'],
  [/\bmend(?:s|ed|ing)?\b/gi, '"fix"'],
  [/\bstands? still\b/gi, '"is frozen"'],
  [/\bmoves? on\b/gi, '"advance"'],
  [/\barms? (?:it|a|the)\b/gi, '"add a fault"'],
  [/\bonce more\b/gi, '"again"'],
  [/\bthe look\b/gi, 'what is looked at'],
  [/\b(?:is|are) to be\b(?! configured)/gi, '"must be", or who does it'],
  [/\bshall\b/gi, '"must"'],
  [/\bnobody else has\b/gi, 'what the sandbox does'],
  [/\bmagic ones?\b/gi, '"magic value"'],
  [/\bno gateway-sandbox\b/gi, '"is not gateway-sandbox"'],
  [/\bstor(?:y|ies) of\b/gi, '"timeline of"'],
  [
    /\b(?:behaviour|colour|recognis|organis|cancell(?=ed|ing)|neighbour|favour|honour|catalogue)\w*/gi,
    american,
  ],
  // The command `licences` keeps its name, which is a heading of its reference.
  [/(?<!^#+ )\blicences?\b/gi, american],
];

/** What users read, and how to find its sentences. */
const places: readonly (readonly [files: string, proseOf: (text: string) => string])[] = [
  ['README.md', proseOfMarkdown],
  ['{CHANGELOG,CONTRIBUTING,SECURITY}.md', proseOfMarkdown],
  ['docs/*.md', proseOfMarkdown],
  ['docs/{adr,contributing,guides,reference}/*.md', proseOfMarkdown],
  ['examples/*.md', proseOfMarkdown],
  ['examples/*/*.md', proseOfMarkdown],
  ['views/**/*.eta', proseOfTemplate],
  ['src/pages/words/*-en.ts', proseOfCode],
  ['src/pages/words/dashboard/en/*.ts', proseOfCode],
  ['src/pages/dashboard/*.ts', proseOfCode],
  ['src/cli/commands/*.ts', proseOfCode],
  ['src/settings/*.ts', proseOfCode],
  ['src/config/members.ts', proseOfCode],
];

/** Pages of which a sentence may be long: contributors read them, or they are generated from one-line descriptions. */
const isLogOrReference = /^(?:CHANGELOG|SECURITY|docs\/(?:adr|contributing|reference)\/)/;

/** Every removed wording in the sentences of these texts, and every long sentence of a page, as `file:line: “words”: write …`. */
export function proseFindings(root: string): string[] {
  return places.flatMap(([pattern, proseOf]) =>
    globSync(pattern, { cwd: root })
      .toSorted()
      .flatMap((file) => {
        const prose = proseOf(readFileSync(join(root, file), 'utf8'));
        const isPage = proseOf === proseOfMarkdown && !isLogOrReference.test(file.replaceAll('\\', '/'));
        return [...findingsIn(prose), ...(isPage ? longSentences(prose) : [])].map(
          ({ line, words, better }) => `${file}:${line}: “${words}”: write ${better}.`,
        );
      }),
  );
}

const mostWords = 40;

/** Sentences of more than 40 words in the prose of a page; a cell of a table, an item of a list and a colon end one. */
export function longSentences(prose: string): Finding[] {
  const parts = prose.matchAll(/(?:(?!\n\s*\n|\n *(?:[-*|#>]|\d+\.) |[.!?:;](?=\s)|\|)[\s\S])+/g);
  return [...parts].flatMap(({ 0: sentence, index }) => {
    const words = sentence.split(/\s+/).filter((word) => /\w/.test(word));
    if (words.length <= mostWords) return [];
    const start = index + sentence.search(/\S/);
    const line = prose.slice(0, start).split('\n').length;
    return [
      {
        line,
        words: `${words.slice(0, 6).join(' ')} …`,
        better: `shorter sentences than ${words.length} words`,
      },
    ];
  });
}

/** The removed wordings in a text that is prose alone. */
export function findingsIn(prose: string): Finding[] {
  return prose
    .split('\n')
    .flatMap((line, at) =>
      removed.flatMap(([pattern, better]) =>
        [...line.matchAll(pattern)].map(([words]) => ({ line: at + 1, words, better })),
      ),
    );
}

/** A page without its code blocks, inline code, comments and the targets of its links. Lines keep their numbers. */
export function proseOfMarkdown(page: string): string {
  return page
    .replace(/^```[\s\S]*?^```$/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)\n]*\)/g, blank);
}

/** The text of a template, and the sentences in its tags: what is left of them are names of ours. */
export function proseOfTemplate(view: string): string {
  return view
    .replace(/<%[\s\S]*?%>/g, proseOfCode)
    .replace(/<code\b[\s\S]*?<\/code>/g, blank)
    .replace(/\b(?:class|id|for|name|href|action|method|data-[a-z-]+|aria-labelledby)="[^"]*"/g, blank);
}

/** The literals of a program that read as sentences, without inline code: they have a space. */
export function proseOfCode(code: string): string {
  let end = 0;
  let prose = '';
  for (const match of code.matchAll(
    /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g,
  )) {
    const [token] = match;
    const isSentence = /^['"`]/.test(token) && token.trim().includes(' ');
    prose += blank(code.slice(end, match.index)) + (isSentence ? withoutInlineCode(token) : blank(token));
    end = match.index + token.length;
  }
  return prose + blank(code.slice(end));
}

function withoutInlineCode(literal: string): string {
  return literal.startsWith('`') ? literal.replace(/\\`.*?\\`/g, blank) : literal.replace(/`[^`]*`/g, blank);
}

/** Nothing but its line breaks. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

if (import.meta.main) {
  const findings = proseFindings(join(import.meta.dirname, '..'));
  for (const finding of findings) process.stderr.write(`${finding}\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
