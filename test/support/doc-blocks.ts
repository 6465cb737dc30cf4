import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A document's code block, with its heading. */
export interface DocBlock {
  /** The document, relative to the repository's root. */
  readonly page: string;
  readonly heading: string;
  /** The line of the opening fence, starting at 1. */
  readonly line: number;
  /** The fence's language. Empty if it has none. */
  readonly language: string;
  /** The fence's text after the language: a file name, or the kind of text. */
  readonly name: string;
  readonly code: string;
}

/** All code blocks of a page, in order. The path is relative to the repository's root. */
export function blocksOf(page: string): DocBlock[] {
  const blocks: DocBlock[] = [];
  let heading = '';
  let open: { block: DocBlock; fence: string; indent: string; lines: string[] } | undefined;
  for (const [index, line] of readFileSync(join(root, page), 'utf8').split('\n').entries()) {
    const [, indent = '', fence = '', language = '', name = ''] =
      /^(\s*)(`{3,}|~{3,})\s*(\S*)\s*(.*)$/.exec(line) ?? [];
    if (open && fence.startsWith(open.fence) && language === '') {
      blocks.push({ ...open.block, code: open.lines.map((each) => `${each}\n`).join('') });
      open = undefined;
    } else if (open) {
      open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    } else if (fence === '') heading = /^#{1,6} (.*)$/.exec(line)?.[1] ?? heading;
    else {
      open = {
        block: { page, heading, line: index + 1, language, name, code: '' },
        fence,
        indent,
        lines: [],
      };
    }
  }
  if (open) throw new Error(`${page}:${open.block.line}: the block of code never ends.`);
  return blocks;
}

/** The code blocks in this language of a file in `docs/`, in order. */
export function docBlocks(file: string, language: 'js' | 'sh' = 'js'): DocBlock[] {
  return blocksOf(`docs/${file}`).filter((block) => block.language === language);
}

/** Runs code with these names bound to these values. */
export async function runBlock(code: string, names: Readonly<Record<string, unknown>>): Promise<void> {
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  await new AsyncFunction(...Object.keys(names), code)(...Object.values(names));
}
