import { describe, expect, it } from 'vitest';
import { checkedConfig } from '../../src/config/config-schema.ts';
import { freshSandbox } from '../support/fresh.ts';
import { type Fields, merchantCall, rightFields, type TestSandbox } from '../support/sandbox.ts';

/** How a provider may call its gateways, and what its client sends to each. */
const gateways: Readonly<Record<string, { readonly names: readonly string[]; readonly call: string }>> = {
  walletA: { names: ['edfali', 'acmepay', 'pay1', 'wallet_x'], call: 'walletA/verify' },
  walletB: { names: ['sadad', 'bpay', 'pay2', 'mobi-cash'], call: 'walletB/verify' },
  localbankcards: {
    names: ['local_cards', 'bank', 'localbank', 'acme-local'],
    call: 'localbankcards/confirm',
  },
  cardgw: { names: ['gwcard', 'card-gw2', 'acme_cardgw', 'mycardgw'], call: 'cardgw/confirm' },
  aggregator: { names: ['hub', 'tlync', 'all_in_one', 'agg'], call: 'aggregator/confirm' },
};
const tokens = Object.keys(gateways);

/** Numbers from 0 to `below`, the same for a seed. */
function random(seed: number) {
  let state = seed * 2_654_435_761;
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c_1b_3c_6d) + 0x9e_37_79_b9) >>> 0;
    return state % below;
  };
}

let orders = 0;

/** How a call differs from that in the documentation. */
interface Style {
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: boolean;
}

const plain: Style = {};
/** Mistakes that a client makes while it is set up. No setting helps against them. */
const mistakes: readonly Style[] = [
  { headers: { Authorization: 'Bearer sk_test_1', 'X-API-KEY': 'pk_1' } },
  { headers: { 'X-API-KEY': '' } },
  { fields: { amount: '10,5' } },
  { fields: { birth_year: '90', return_url: '/thanks', callback_url: 'callback' } },
  { fields: { amount: '' } },
];
/** No mistakes: the scheme is case-insensitive, and there are settings for the others. */
const styles: readonly Style[] = [
  { headers: { Authorization: 'bearer demo_test_token' } },
  { json: true, headers: { 'Content-Type': 'application/json' } },
  { fields: { mobile_number: '913632323' } },
];

async function paid(
  sandbox: TestSandbox,
  gateway: string,
  name: string,
  agent: string,
  style: Style = plain,
): Promise<number> {
  const { call = '' } = gateways[gateway] ?? {};
  const right: Fields = rightFields[call as keyof typeof rightFields];
  orders += 1;
  const order = 'invoice_no' in right ? { invoice_no: `N-${orders}` } : {};
  const path = `/api/v1/transaction/${call.replace(gateway, name)}`;
  const other = Object.entries(style.fields ?? {}).filter(([field]) => field in right);
  const fields = { ...right, ...order, ...Object.fromEntries(other) };
  const sent = merchantCall(fields, {
    headers: { 'User-Agent': agent, ...style.headers },
    ...(style.json && { body: JSON.stringify(fields) }),
  });
  return (await sandbox.fetch(path, sent)).status;
}

interface Scenario {
  /** The gateways that the client calls by its provider's names. */
  readonly names: ReadonlyMap<string, string>;
  /** The gateways that somebody calls with curl by their own names, before and after. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly calls: number;
  /** What is wrong with each gateway's first call, or with its last one. */
  readonly wrong: Style;
  readonly when: 'first' | 'last';
  readonly style: Style;
}

function scenario(seed: number): Scenario {
  const pick = random(seed);
  const some = () => tokens.filter(() => pick(2) === 0);
  const chosen = some();
  const named = (chosen.length > 0 ? chosen : tokens).map((token) => {
    const { names = [] } = gateways[token] ?? {};
    return [token, names[pick(names.length)] ?? ''] as const;
  });
  return {
    names: new Map(named),
    before: some(),
    after: some(),
    calls: 1 + pick(3),
    wrong: mistakes[pick(2 * mistakes.length)] ?? plain,
    when: pick(2) === 0 ? 'first' : 'last',
    style: styles[pick(2 * styles.length)] ?? plain,
  };
}

async function use(sandbox: TestSandbox, { names, calls, style }: Scenario): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < calls; time += 1)
    for (const [token, name] of names) statuses.push(await paid(sandbox, token, name, 'shop/1.0', style));
  return statuses;
}

async function useWrongly(sandbox: TestSandbox, { names, wrong, style }: Scenario): Promise<void> {
  if (wrong === plain) return;
  for (const [token, name] of names) await paid(sandbox, token, name, 'shop/1.0', { ...style, ...wrong });
}

async function checked(sandbox: TestSandbox) {
  return (await sandbox.control('client/check', {})).json;
}

describe("doctor --client finds a provider's names, whatever was called with curl", () => {
  it.each(Array.from({ length: 80 }, (_, seed) => seed + 1))('scenario %i', async (seed) => {
    const given = scenario(seed);
    const sandbox = await freshSandbox();
    for (const token of given.before) await paid(sandbox, token, token, 'curl/8');
    if (given.when === 'first') await useWrongly(sandbox, given);
    await use(sandbox, given);
    if (given.when === 'last') await useWrongly(sandbox, given);
    for (const token of given.after) await paid(sandbox, token, token, 'curl/8');
    const { config, failures, questions } = await checked(sandbox);
    const unsolved = failures.filter(({ needs }: { needs: string[] }) => needs.length === 0);
    const what = JSON.stringify({ ...given, names: Object.fromEntries(given.names), config, questions });
    expect(unsolved, what).toEqual([]);
    // Both take the same fields: the spelling of the names decides, or nothing does.
    const isUnclear = (name: string) =>
      questions.some((each: string) => each.startsWith(`"${name}" could be`));
    for (const [token, name] of given.names)
      if (!isUnclear(name)) expect(config.names[token], what).toBe(name);
    const named = await freshSandbox(checkedConfig({ ...config }, '.'));
    expect(new Set(await use(named, given)), what).toEqual(new Set([200]));
    expect((await checked(named)).failures, what).toEqual([]);
  });
});
