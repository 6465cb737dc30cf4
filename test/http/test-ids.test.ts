import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { testIdsIn } from '../support/html.ts';
import { formsOf, type PageForms } from '../support/payment.ts';
import { rightFields, type TestOptions, type TestSandbox } from '../support/sandbox.ts';

type Gateway = 'localbankcards' | 'cardgw' | 'aggregator';
type Visit = PageForms & { readonly sandbox: TestSandbox };

const openPages = ['local-card', 'card', 'methods', 'method-card', 'code', 'challenge', 'waiting'];
const documented = documentedIds(readFileSync('docs/test-ids.md', 'utf8'));
const challengeCard = { number: '4000000000003220' };
const withoutTools = { testerTools: false };

/** Every state of every page, and how a customer or tester gets there. */
const states: readonly [page: string, gateway: Gateway, (Reached | undefined)?, TestOptions?][] = [
  ['local-card', 'localbankcards'],
  ['local-card', 'localbankcards', ({ pay }) => pay({ number: '9000000000000002' })],
  ['local-card', 'localbankcards', undefined, withoutTools],
  ['card', 'cardgw'],
  ['card', 'cardgw', ({ pay }) => pay({ number: '4000000000000002' })],
  [
    'card',
    'cardgw',
    ({ send }) => send('tools', { action: 'decline', tamper: 'no-hash', order: 'together' }),
  ],
  ['card', 'cardgw', ({ send }) => send('tools', { action: 'decline', order: 'callback-only' })],
  ['card', 'cardgw', undefined, withoutTools],
  ['methods', 'aggregator'],
  ['methods', 'aggregator', ({ send }) => send('tools', { action: 'decline', outcome: 'cancel' })],
  ['methods', 'aggregator', undefined, withoutTools],
  ['method-card', 'aggregator', toMethodCard],
  ['method-card', 'aggregator', toMethodCardDeclined],
  ['method-card', 'aggregator', toMethodCard, withoutTools],
  ['code', 'localbankcards', ({ pay }) => pay()],
  ['code', 'aggregator', ({ pay }) => pay()],
  ['code', 'aggregator', toWrongCode],
  ['code', 'aggregator', toLockedCode],
  ['code', 'localbankcards', ({ pay }) => pay(), withoutTools],
  ['challenge', 'cardgw', ({ pay }) => pay(challengeCard)],
  ['challenge', 'cardgw', ({ pay }) => pay(challengeCard), withoutTools],
  ['waiting', 'cardgw', toWaiting],
  ['waiting', 'cardgw', toWaiting, withoutTools],
  ['result', 'cardgw', ({ send }) => send('tools', { action: 'approve' })],
  ['result', 'aggregator', ({ send }) => send('tools', { action: 'approve', order: 'callback-only' })],
  ['result', 'aggregator', ({ send }) => send('cancel')],
  ['result', 'aggregator', ({ send }) => send('tools', { action: 'final' })],
  ['result', 'aggregator', ({ send }) => send('tools', { action: 'expire' })],
];

type Reached = (visit: Visit) => Promise<unknown>;

describe('docs/test-ids.md', () => {
  test.each([...openPages, 'result'])(
    '%s: names every id of every state, and none that is not there',
    async (page) => {
      const found = new Map<string, number>();
      const ofPage = states.filter(([name]) => name === page);
      for (const [, gateway, reach, options] of ofPage) {
        const ids = await idsOf(gateway, reach, options);
        for (const id of ids) found.set(id, (found.get(id) ?? 0) + 1);
      }
      const always = [...found].filter(([, times]) => times === ofPage.length).map(([id]) => id);
      expect(sorted([...found.keys()])).toEqual(sorted(documented.get(page)?.all));
      expect(sorted(always)).toEqual(sorted(documented.get(page)?.always));
    },
  );

  test('inbox: names the ids of a code, which each card has once', async () => {
    const sandbox = await freshSandbox();
    expect(testIdsIn((await sandbox.fetch('/_sandbox/inbox')).text)).toEqual([]);
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    const ids = testIdsIn((await sandbox.fetch('/_sandbox/inbox')).text);
    expect(ids).toEqual(['otp', 'code', 'otp', 'code']);
    expect(sorted(documented.get('inbox')?.all)).toEqual(sorted(['otp', 'code']));
  });
});

/** The ids of a page, with and without the preview. Expects each to be unique and both languages to match. */
async function idsOf(gateway: Gateway, reach?: Reached, options?: TestOptions): Promise<string[]> {
  const sandbox = await freshSandbox(options);
  const forms = await formsOf(sandbox, gateway);
  await reach?.({ ...forms, sandbox });
  const ids: string[] = [];
  for (const show of [forms.page, (lang: string) => forms.send('preview', { lang, preview: '1' })]) {
    const [arabic, english] = [await show('ar'), await show('en')].map(({ text }) => testIdsIn(text));
    expect(arabic).toEqual(english);
    expect(english).toEqual([...new Set(english)]);
    ids.push(...(english ?? []));
  }
  return [...new Set(ids)];
}

async function toMethodCard({ pay }: Visit): Promise<void> {
  await pay({ method: 'method_4' });
}

async function toMethodCardDeclined(visit: Visit): Promise<void> {
  await toMethodCard(visit);
  await visit.send('pay', { step: 'card', number: '9000000000000002', expiry: '12/30' });
}

async function toWrongCode({ pay, code }: Visit): Promise<void> {
  await pay();
  await code('999999');
}

async function toLockedCode({ pay, sandbox }: Visit): Promise<void> {
  await pay();
  await sandbox.control('otps/1/lock', {});
}

async function toWaiting({ pay, send }: Visit): Promise<void> {
  await pay(challengeCard);
  await send('pay', { step: 'challenge', result: 'no-answer' });
}

interface Ids {
  readonly all: string[];
  readonly always: string[];
}

/** The IDs that the document lists for each page: all of them, and those in every state. */
function documentedIds(markdown: string): Map<string, Ids> {
  const ids = new Map<string, Ids>();
  for (const [, id = '', pages = ''] of markdown.matchAll(/^\| `([a-z0-9-]+)` \| ([a-z*, -]+) \|/gm)) {
    for (const page of pages.split(', ').flatMap(pagesOf)) {
      const [name = ''] = page.split('*');
      const ofPage = ids.get(name) ?? { all: [], always: [] };
      ids.set(name, ofPage);
      ofPage.all.push(id);
      if (!page.endsWith('*')) ofPage.always.push(id);
    }
  }
  return ids;
}

function pagesOf(page: string): string[] {
  return page === 'open*' ? openPages.map((each) => `${each}*`) : [page];
}

function sorted(ids: readonly string[] = []): string[] {
  return ids.toSorted();
}
