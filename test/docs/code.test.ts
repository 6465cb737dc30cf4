import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SandboxClient } from '../../src/client.ts';
import { checkedConfig } from '../../src/config/config-schema.ts';
import { testFolder } from '../support/data-file.ts';
import { blocksOf, type DocBlock, runBlock } from '../support/doc-blocks.ts';
import { freshMerchant } from '../support/fresh.ts';
import { callAs, type MerchantApp, startedCheckout } from '../support/merchant-app.ts';
import { packageUser } from '../support/package-user.ts';
import { started } from '../support/started.ts';
import { pages } from './pages.ts';
import { placeOf, reasonFor, wayOf } from './ways.ts';

const blocks = pages.flatMap(blocksOf);
const thatAre = (way: string) => namedByPlace(blocks.filter((block) => wayOf(block) === way));
const notRun = blocks.filter(reasonFor);

describe('A program in JavaScript', () => {
  test.each(thatAre('program'))('%s: runs as it stands, with the built package', async (_place, { code }) => {
    const user = packageUser();
    user.write('program.js', code);
    const { url } = await started();
    await user.node(['program.js'], { GATEWAY_SANDBOX_URL: url });
  });
});

describe('A piece of JavaScript', () => {
  test.each(thatAre('piece'))('%s: runs as it stands, in process', async (_place, { code }) => {
    const sandbox = await started();
    await runBlock(code, { sandbox, shop: await shopOf(sandbox), assert });
  });

  test.each(thatAre('piece'))('%s: runs as it stands, over HTTP', async (_place, { code }) => {
    const { url } = await started();
    const sandbox = await SandboxClient.connect(url);
    await runBlock(code, { sandbox, shop: await shopOf(sandbox), assert });
  });
});

describe('A file', () => {
  test.each(thatAre('file'))(
    '%s: is one of its kind, and a command of its page names it',
    (_place, block) => {
      if (block.language === 'json') expect(JSON.parse(block.code)).toBeTypeOf('object');
      else if (block.language === 'yaml') expect(parse(block.code)).toBeTypeOf('object');
      else expect(commandsOf(block.page)).toContain(block.name);
      if (block.name === 'gateway-sandbox.config.json') checkedConfig(JSON.parse(block.code), testFolder());
    },
  );
});

describe('What is shown and not run', () => {
  test.each(namedByPlace(notRun))('%s: is run by another test, or its syntax is right', (_place, block) => {
    const { by } = reasonFor(block) ?? {};
    if (by === undefined) expect(syntaxErrors(block)).toBe('');
    else expect(readFileSync(by, 'utf8')).toContain(nameOf(block.page));
  });

  test('has a reason that holds for some block', () => {
    const reasons = new Set(notRun.map(reasonFor));
    expect([...reasons].map((reason) => reason?.because)).not.toContain('');
  });
});

async function shopOf(sandbox: MerchantApp) {
  const merchant = await freshMerchant();
  let invoices = 0;
  return {
    askForCode: async (mobile_number: string): Promise<unknown> => {
      const fields = { mobile_number, birth_year: '1990', amount: '10.00' };
      return (await callAs(sandbox, 'walletA/verify', fields)).json();
    },
    checkout: () => startedCheckout(sandbox, 'aggregator', merchant.url, { invoice_no: `INV-${++invoices}` }),
  };
}

/** A page's name in tests: `client.md`, or the folder of a README. */
function nameOf(page: string): string {
  const [file = '', folder = file] = page.split('/').reverse();
  return file === 'README.md' ? folder : file;
}

function namedByPlace(some: readonly DocBlock[]): [place: string, block: DocBlock][] {
  return some.map((block) => [placeOf(block), block]);
}

function commandsOf(page: string): string {
  return blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .map(({ code }) => code)
    .join('\n');
}

/** How to check the syntax of each language without running the code. */
const readers: Readonly<Record<string, readonly string[]>> = {
  sh: ['bash', '-n'],
  php: ['php', '-l'],
  python: ['python3', '-m', 'py_compile'],
  js: [process.execPath, '--check'],
};

function syntaxErrors({ language, code }: DocBlock): string {
  const [command, ...args] = readers[language] ?? [];
  if (command === undefined) return '';
  const file = join(testFolder(), 'block.mjs');
  writeFileSync(file, code);
  const { status, stderr } = spawnSync(command, [...args, file], { encoding: 'utf8' });
  return status === 0 ? '' : stderr || `${command} ended with ${status}`;
}
