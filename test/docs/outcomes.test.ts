import { expect, test } from 'vitest';
import { hashOf } from '../../src/protocol/signature.ts';
import { blocksOf, type DocBlock } from '../support/doc-blocks.ts';
import { runInShell } from './shell-session.ts';
import { wayOf } from './ways.ts';

test('docs/guides/first-callback.md: an order that no shop knows, or a message without an amount, is never paid', async () => {
  const blocks = blocksOf('docs/guides/first-callback.md').filter((block) =>
    ['file', 'start', 'serve'].includes(String(wayOf(block))),
  );
  const snippets = ['node > verify.mjs', 'php > verify.php', 'python > verify.py'];
  const printing = snippets.map((each) => `npx gateway-sandbox snippet verify --lang ${each}`).join('\n');
  const invoices = ['NOBODYS-1', 'N-1', 'P-1', 'Y-1'];
  const visits = invoices.map((invoice) => `curl -s '${returnOf(invoice)}'; echo`).join('\n');
  const printed = await runInShell(
    blocks.flatMap((block) => {
      const way = wayOf(block);
      if (way === 'start') return [block, { ...block, code: printing }];
      return way === 'serve' ? [block, { ...block, code: visits }] : [block];
    }),
  );
  const said = printed.filter(({ block }) => block.code === visits);
  expect(said.map(({ block }) => block.heading)).toEqual(['In Node.js', 'In PHP', 'In Python']);
  for (const { block, text } of said) {
    for (const invoice of invoices) expect(text, block.heading).toContain(`not paid: ${invoice}`);
    expect(text, block.heading).not.toMatch(/(?<!not )paid: /);
  }
});

test.each([
  ['In Node.js', 'node pay.mjs'],
  ['In PHP', 'php pay.php'],
  ['In Python', 'python3 pay.py'],
])('docs/reference/merchant-api.md, %s: an unknown outcome is not a rejection', async (heading, command) => {
  const [file, run] = blocksOf('docs/reference/merchant-api.md').filter((block) => block.heading === heading);
  if (!file || !run) throw new Error(`${heading} has no program, or no command that runs it.`);
  const paying = (code: string): DocBlock => ({ ...run, code: `echo ${code} | ${command} || true` });
  const printed = await runInShell([file, ...['0001', '0005', '0006', '0008'].map(paying)]);
  const [refused = '', ...unknown] = printed.map(({ text }) => text);
  expect(refused).toMatch(/\bRejected(?: \[Error\])?: CONFIRMATION_ERROR: /);
  for (const [index, code] of ['BACKEND_ERROR', 'ADD_PAYMENT_ERROR', 'BACKEND_SERVER_ERROR'].entries())
    expect(unknown[index]).toMatch(
      new RegExp(`(?:^|Uncaught )(?:Runtime)?(?:Error|Exception): ${code}: `, 'm'),
    );
  expect(printed.map(({ text }) => text).join('\n')).not.toContain('Paid: transaction');
});

/** The aggregator's genuine return, which has no amount. */
function returnOf(invoice: string): string {
  const signed = `approved=1&invoice_no=${invoice}`;
  return `http://127.0.0.1:3000/return?${signed}&hashed=${hashOf(signed, 'demo_secret_key')}`;
}
