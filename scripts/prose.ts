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
  [
    /\b(?:behaviour|colour|recognis|organis|cancell(?=ed|ing)|neighbour|favour|honour|catalogue)\w*/gi,
    american,
  ],
  // The command `licences` keeps its name, which is a heading of its reference.
  [/(?<!^#+ )\blicences?\b/gi, american],
];

/** What users read, and how to find its sentences. */
const places: readonly (readonly [files: string, proseOf: (text: string) => string])[] = [
  ['docs/*.md', proseOfMarkdown],
  ['docs/{guides,reference}/*.md', proseOfMarkdown],
  ['views/**/*.eta', proseOfTemplate],
  ['src/pages/words/*-en.ts', proseOfCode],
  ['src/pages/words/dashboard/en/*.ts', proseOfCode],
  ['src/pages/dashboard/*.ts', proseOfCode],
  ['src/cli/commands/*.ts', proseOfCode],
  ['src/settings/*.ts', proseOfCode],
  ['src/config/members.ts', proseOfCode],
];

/** Every removed wording in the sentences of these texts, as `file:line: “words”: write …`. */
export function proseFindings(root: string): string[] {
  return places.flatMap(([pattern, proseOf]) =>
    globSync(pattern, { cwd: root })
      .toSorted()
      .flatMap((file) =>
        findingsIn(proseOf(readFileSync(join(root, file), 'utf8'))).map(
          ({ line, words, better }) => `${file}:${line}: “${words}”: write ${better}.`,
        ),
      ),
  );
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
