import { expect } from 'vitest';
import { blocksOf } from '../support/doc-blocks.ts';
import { type Printed, runInShell } from './shell-session.ts';
import { placeOf, wayOf } from './ways.ts';

/** Runs the commands of a page and compares their output with the page. */
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

/** `…` matches anything, including line breaks. */
function pattern(shown: string): RegExp {
  return new RegExp(lines(shown).split('…').map(literally).join('[\\s\\S]*?'));
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Lowercases header names, because a sandbox in the test's process writes them in lower case, unlike the
 * command.
 */
function lines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd().replace(/^[A-Z][\w-]*(?=: )/, (name) => name.toLowerCase()))
    .join('\n')
    .trim();
}
