import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A piece of code of a document, and the heading under which it stands. */
export interface DocBlock {
  /** Of the document, from the repository's root. */
  readonly page: string;
  readonly heading: string;
  /** Of the line that opens it, from 1 on. */
  readonly line: number;
  /** As the fence names it; empty where it names none. */
  readonly language: string;
  /** What the fence says behind the language: the name of the file that the block is, or what kind of text it is. */
  readonly name: string;
  readonly code: string;
}

/** Every block of code of a page, in their order; the path is from the repository's root. */
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

/** The blocks of code of a file in `docs/` that are in this language, in their order. */
export function docBlocks(file: string, language: 'js' | 'sh' = 'js'): DocBlock[] {
  return blocksOf(`docs/${file}`).filter((block) => block.language === language);
}

/** Runs a piece of code, in which these names stand for these values, to its end. */
export async function runBlock(code: string, names: Readonly<Record<string, unknown>>): Promise<void> {
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  await new AsyncFunction(...Object.keys(names), code)(...Object.values(names));
}
