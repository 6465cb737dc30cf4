import { expect } from 'vitest';
import { blocksOf } from '../support/doc-blocks.ts';
import { type Printed, runInShell } from './shell-session.ts';
import { placeOf, wayOf } from './ways.ts';

/** Runs the commands of a page, and compares what they print with what the page shows. */
export async function runPage(page: string): Promise<Printed[]> {
  const blocks = blocksOf(page);
  const printed = await runInShell(blocks);
  for (const [index, block] of blocks.entries()) {
    if (wayOf(block) !== 'output') continue;
    const above = printed.find((each) => each.block === blocks[index - 1]);
    if (!above) throw new Error(`${placeOf(block)} shows an output, and above it stands no command.`);
    expect(lines(above.text), placeOf(block)).toMatch(pattern(block.code));
  }
  return printed;
}

/** `…` stands for anything, over the ends of lines too. */
function pattern(shown: string): RegExp {
  return new RegExp(lines(shown).split('…').map(literally).join('[\\s\\S]*?'));
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Names of headers in one case: a sandbox in the process of a test writes them in lower case, and the command does not. */
function lines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd().replace(/^[A-Z][\w-]*(?=: )/, (name) => name.toLowerCase()))
    .join('\n')
    .trim();
}
