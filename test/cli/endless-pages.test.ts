import { expect, it } from 'vitest';
import { moreOf, type PageOf, rowsOf } from '../../src/cli/pages.ts';

const servers: Readonly<Record<string, PageOf<number>>> = {
  'empty pages without an end': async ({ cursor = '0' }) => ({ data: [], next: `${Number(cursor) + 1}` }),
  'the same page again and again': async () => ({ data: [1], next: '7' }),
  'far more rows than it was asked for': async () => ({ data: Array<number>(200_000).fill(1), next: null }),
};

it.each(Object.entries(servers))('A server that sends %s is no sandbox', async (_what, page) => {
  await expect(rowsOf({ all: true }, page)).rejects.toThrow('its pages do not end');
  await expect(moreOf('7', page)).rejects.toThrow('its pages do not end');
});
