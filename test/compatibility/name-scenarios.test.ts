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

async function paid(sandbox: TestSandbox, gateway: string, name: string, agent: string): Promise<number> {
  const { call = '' } = gateways[gateway] ?? {};
  const fields: Fields = rightFields[call as keyof typeof rightFields];
  orders += 1;
  const order = 'invoice_no' in fields ? { invoice_no: `N-${orders}` } : {};
  const path = `/api/v1/transaction/${call.replace(gateway, name)}`;
  const sent = merchantCall({ ...fields, ...order }, { headers: { 'User-Agent': agent } });
  return (await sandbox.fetch(path, sent)).status;
}

interface Scenario {
  /** The gateways that the client calls by its provider's names. */
  readonly names: ReadonlyMap<string, string>;
  /** The gateways that somebody calls with curl by their own names, before and after. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly calls: number;
}

function scenario(seed: number): Scenario {
  const pick = random(seed);
  const some = () => tokens.filter(() => pick(2) === 0);
  const chosen = some();
  const named = (chosen.length > 0 ? chosen : tokens).map((token) => {
    const { names = [] } = gateways[token] ?? {};
    return [token, names[pick(names.length)] ?? ''] as const;
  });
  return { names: new Map(named), before: some(), after: some(), calls: 1 + pick(3) };
}

async function use(sandbox: TestSandbox, { names, calls }: Scenario): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < calls; time += 1)
    for (const [token, name] of names) statuses.push(await paid(sandbox, token, name, 'shop/1.0'));
  return statuses;
}

async function checked(sandbox: TestSandbox) {
  return (await sandbox.control('client/check', {})).json;
}

describe("doctor --client finds a provider's names, whatever was called with curl", () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed + 1))('scenario %i', async (seed) => {
    const given = scenario(seed);
    const sandbox = await freshSandbox();
    for (const token of given.before) await paid(sandbox, token, token, 'curl/8');
    await use(sandbox, given);
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
    const { names } = checkedConfig({ ...config }, '.');
    const named = await freshSandbox({ names });
    expect(new Set(await use(named, given)), what).toEqual(new Set([200]));
    expect((await checked(named)).failures, what).toEqual([]);
  });
});
