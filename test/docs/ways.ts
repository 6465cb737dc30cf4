import { spawnSync } from 'node:child_process';
import type { DocBlock } from '../support/doc-blocks.ts';
import { elsewhere, type Reason, shown } from './not-run-here.ts';

/**
 * How a code block is handled, by its fence:
 *
 *     ```sh                         runs in the page's shell, after the blocks above it
 *     ```sh  npx … start            starts the page's sandbox and leaves it running
 *     ```sh  php -S …               starts a shop at port 3000, which replaces the previous one
 *     ```text output                the output of the block above it; `…` matches anything
 *     ```php callback.php           a file in the shell's folder, which a command of the page runs
 *     ```json gateway-….config.json the same, and a valid configuration
 *     ```js                         a program if it has imports, otherwise code that uses `sandbox` and `shop`
 *     ```text, or no language       not code
 */
export type Way =
  | 'shell'
  | 'start'
  | 'serve'
  | 'output'
  | 'file'
  | 'program'
  | 'piece'
  | 'generated'
  | 'text'
  | Reason;

/** How a block is handled. Undefined if nothing runs it and there is no reason for that. */
export function wayOf(block: DocBlock): Way | undefined {
  const reason = reasonFor(block);
  if (reason) return reason;
  const { language, name, code } = block;
  if (block.page === generatedByRun && (language === 'http' || name === 'answer')) return 'generated';
  if (language === '' || (language === 'text' && name === '')) return isCommand(code) ? undefined : 'text';
  if (language === 'text' && name === 'output') return 'output';
  if (name !== '') return 'file';
  if (language === 'sh' && servesAShop.test(code)) return 'serve';
  if (language === 'sh') return startsSandbox.test(code) ? 'start' : 'shell';
  if (language === 'js') return /^import |\brequire\(/m.test(code) ? 'program' : 'piece';
  return undefined;
}

/** Whether it is a command for the page's shell. */
export function isForShell(block: DocBlock): boolean {
  return ['shell', 'start', 'serve'].includes(String(wayOf(block)));
}

/**
 * Its examples come from a run of a sandbox, and test/control-api/openapi/documents.test.ts compares them
 * with the page.
 */
const generatedByRun = 'docs/reference/control-api.md';

export function placeOf({ page, line }: DocBlock): string {
  return `${page}:${line}`;
}

export function reasonFor({ page, heading, language, code }: DocBlock): Reason | undefined {
  return [...elsewhere, ...shown].find(
    (reason) =>
      matches(reason.page, page) &&
      (reason.heading === undefined || reason.heading === heading) &&
      (reason.language === undefined || reason.language === language) &&
      (reason.code === undefined || reason.code.test(code)) &&
      !succeeds(reason.unless),
  );
}

const succeeded = new Map<string, boolean>();

/** Run once per command. */
function succeeds(command: Reason['unless']): boolean {
  if (command === undefined) return false;
  const [program, ...args] = command;
  const asked = command.join(' ');
  const known = succeeded.get(asked) ?? spawnSync(program, args).status === 0;
  succeeded.set(asked, known);
  return known;
}

function matches(wanted: RegExp | string, page: string): boolean {
  return typeof wanted === 'string' ? wanted === page : wanted.test(page);
}

/** A shell command in a block of another language. */
function isCommand(code: string): boolean {
  return /^(?:npx|npm|gateway-sandbox|curl|php|python3?|node) /m.test(code);
}

/** Servers that a reader leaves running: one command each. */
const startsSandbox = /^(?:npx )?gateway-sandbox start\b(?!.*--(?:detach|help))/m;
const servesAShop =
  /^(?:\w+=\S+ )*(?:npx gateway-sandbox exec (?:--[a-z]\S+ \S+ )*-- )?(?:\w+=\S+ |env )*(?:php -S|npm start|node shop\.mjs|python3 \S*(?:shop|server|app)\.py|python3 -m django runserver|\.\/shop$|java Shop$)/m;
