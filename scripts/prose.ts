import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Finding {
  readonly line: number;
  /** The words found. */
  readonly words: string;
  readonly better: string;
}

const american = 'the American spelling';

/** Discouraged wordings, each with its replacement. */
const removed: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\banew\b/gi, 'again'],
  [/\bwhoever\b/gi, 'the person or program that is meant, such as "you" or "the caller"'],
  [/\bunless said\b/gi, '"by default" or "(default: …)"'],
  [/(?<!there )\b(?:is|are) none\b/gi, '"there is no …", or "is not …"'],
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
  // The command keeps its name `licences`, which is a heading in the reference.
  [/(?<!^#+ )\blicences?\b/gi, american],
];

/** The texts that users read, and how to extract their sentences. */
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
  ['{src,bin,bench}/**/*.{ts,js}', proseOfComments],
  ['examples/*/{src,*}/*.ts', proseOfComments],
  // This check and its test name what they find.
  ['scripts/**/!(prose).ts', proseOfComments],
  ['test/**/!(prose.test).ts', proseOfComments],
  ['test/**/*.test.ts', proseOfTitles],
];

/** Pages that may have long sentences: for contributors, or generated from one-line descriptions. */
const isLogOrReference = /^(?:CHANGELOG|SECURITY|docs\/(?:adr|contributing|reference)\/)/;

/** Finds discouraged wordings and long sentences, as `file:line: “words”: write …`. */
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

/** Sentences of more than 40 words. Table cells, list items and colons end a sentence. */
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

/** Finds discouraged wordings in plain prose. */
export function findingsIn(prose: string): Finding[] {
  return prose
    .split('\n')
    .flatMap((line, at) =>
      removed.flatMap(([pattern, better]) =>
        [...line.matchAll(pattern)].map(([words]) => ({ line: at + 1, words, better })),
      ),
    );
}

/** Removes code blocks, inline code, comments and link targets from a page. Lines keep their numbers. */
export function proseOfMarkdown(page: string): string {
  return page
    .replace(/^```[\s\S]*?^```$/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)\n]*\)/g, blank);
}

/** A template's text, plus the sentences in its tags. The rest of a tag is code. */
export function proseOfTemplate(view: string): string {
  return view
    .replace(/<%[\s\S]*?%>/g, proseOfCode)
    .replace(/<code\b[\s\S]*?<\/code>/g, blank)
    .replace(/\b(?:class|id|for|name|href|action|method|data-[a-z-]+|aria-labelledby)="[^"]*"/g, blank);
}

/** A program's string literals that read as sentences (they contain a space), without inline code. */
export function proseOfCode(code: string): string {
  return proseOfLiterals(code, () => true);
}

/** The titles of tests: the literals right after `it(`, `test(`, `describe(`, and the like with `each`. */
export function proseOfTitles(code: string): string {
  return proseOfLiterals(code, (before) => /(?:\b(?:describe|it|test)(?:\.\w+)?|\))\(\s*$/.test(before));
}

/** The literals that contain a space and whose code before them is accepted. */
function proseOfLiterals(code: string, accepts: (before: string) => boolean): string {
  let end = 0;
  let prose = '';
  for (const match of code.matchAll(
    /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g,
  )) {
    const [token] = match;
    const before = code.slice(end, match.index);
    const isSentence = /^['"`]/.test(token) && token.trim().includes(' ') && accepts(before);
    prose += blank(before) + (isSentence ? withoutInlineCode(token) : blank(token));
    end = match.index + token.length;
  }
  return prose + blank(code.slice(end));
}

/** A program's comments on lines of their own, without inline code. */
export function proseOfComments(code: string): string {
  return code.replace(/^(?!\s*(?:\/[/*]|\*)).*$/gm, blank).replace(/`[^`\n]*`/g, blank);
}

function withoutInlineCode(literal: string): string {
  return literal.startsWith('`') ? literal.replace(/\\`.*?\\`/g, blank) : literal.replace(/`[^`]*`/g, blank);
}

/** Replaces everything except line breaks with spaces. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

if (import.meta.main) {
  const findings = proseFindings(join(import.meta.dirname, '..'));
  for (const finding of findings) process.stderr.write(`${finding}\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
