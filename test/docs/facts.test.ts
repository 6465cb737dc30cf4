import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { controlRefusals } from '../../scripts/docs/control-refusals.ts';
import { effectSchema } from '../../src/control-api/fault-input.ts';
import { gatewayTokens } from '../../src/gateways/index.ts';
import { oldestNode } from '../../src/host/node-version.ts';
import { knownMistakes } from '../../src/protocol/signature-mistakes.ts';
import { deliveryOrders, tamperings } from '../../src/settings/delivery.ts';

const read = (page: string) => readFileSync(page, 'utf8');

test('README.md stays shorter than 150 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(150);
});

test('The QA handbook has every test card, each with what comes of it', () => {
  const cards: Record<string, { number: string; outcome: string }[]> = JSON.parse(
    read('fixtures/cards.json'),
  );
  const page = read('docs/guides/qa.md').replaceAll(' ', '');
  for (const { number } of Object.values(cards).flat()) expect.soft(page).toContain(number);
});

test.each(['README.md', 'README.ar.md', 'llms.txt'])('%s names the oldest Node.js that will do', (page) => {
  expect(read(page).match(/Node\.js\D* (22\.\d+)/)?.[1]).toBe(oldestNode);
});

test('The guide on callbacks has every gateway, every order and every forgery', () => {
  const page = read('docs/guides/callbacks.md');
  for (const name of [...deliveryOrders, ...tamperings]) expect.soft(page).toContain(`\`${name}\``);
  for (const name of gatewayTokens) expect.soft(page).toContain(name);
});

test('The guide on the signature has every mistake that the doctor knows', () => {
  const page = read('docs/guides/signature.md');
  for (const { name } of knownMistakes) expect.soft(page).toContain(`\`${name}\``);
});

test('The pages on faults have every effect of a fault', () => {
  const client = read('docs/client.md').match(/An `effect` is one of ([^.]*)\./)?.[1];
  const guide = read('docs/guides/faults.md').match(/\n\| `effect` \|[\s\S]*?\n\n/)?.[0];
  for (const { shape } of effectSchema.options) {
    const [name = ''] = Object.keys(shape);
    expect.soft(client).toContain(`\`{ ${name}`);
    expect.soft(guide).toContain(`\`{"${name}"`);
  }
});

test('The reference of the control API has every code with which it refuses', () => {
  const sources = globSync('src/{control-api/*,http/guard}.ts').map(read).join('');
  const codes = [...sources.matchAll(/(?:ControlError\(\s*\d+,\s*|forbidden\(\s*|code: )'([A-Z_]+)'/g)].map(
    ([, code]) => code,
  );
  const listed = controlRefusals.map(([, code]) => code);
  expect(listed.toSorted()).toEqual([...new Set(codes)].toSorted());
});
