import type { Outcome, Ring } from './ring.ts';

/** What 50 clients request simultaneously, and which of them must win. */
export interface Race {
  readonly name: string;
  /** Runs one round. Returns what was wrong, in words. */
  readonly round: (ring: Ring, round: number) => Promise<string[]>;
}

const fifty = Array.from({ length: 50 }, (_, index) => index);
const gateways = ['localbankcards', 'cardgw', 'aggregator'] as const;

export const races: readonly Race[] = [
  {
    name: 'confirms of one process: one 200, and the others name process_id',
    round: async (ring, round) => {
      const process = await ring.verified(0);
      const all = await atOnce((each) =>
        ring.confirm({ process_id: process, code: '123456', invoice_no: `P-${round}-${each}` }),
      );
      return [...oneWinner(all), ...refusedFor(all, 'process_id')];
    },
  },
  {
    name: 'processes for one invoice: one 200, and the others name invoice_no',
    round: async (ring, round) => {
      const processes = await atOnce((each) => ring.verified(each));
      const all = await atOnce((each) =>
        ring.confirm({ process_id: processes[each] ?? '', code: '123456', invoice_no: `I-${round}` }),
      );
      return [...oneWinner(all), ...refusedFor(all, 'invoice_no')];
    },
  },
  {
    name: 'confirms of one invoice at every checkout gateway: one checkout',
    round: async (ring, round) => {
      const all = await atOnce((each) => {
        const gateway = gateways[each % 3] ?? 'cardgw';
        return ring.call(`${gateway}/confirm`, { invoice_no: `C-${round}` });
      });
      return [...oneWinner(all), ...refusedFor(all, 'invoice_no')];
    },
  },
  {
    name: 'payments of one checkout: one 200, and the others 409',
    round: async (ring, round) => {
      const token = await ring.started('cardgw', `PP-${round}`);
      const all = await atOnce(() => ring.control(`checkouts/${token}/approve`));
      return [...oneWinner(all), ...refusedAs(all, 409)];
    },
  },
  {
    name: 'payments of one invoice on many checkouts, one of which held it: one 200, and the others name it or 409',
    round: async (ring, round) => {
      const setUsed = (used: string) => ring.sandbox.control('settings', { invoice: { used } }, 'PATCH');
      const invoice = `M-${round}`;
      const held = await ring.started('cardgw', invoice);
      await setUsed('completed');
      const open = await Promise.all(gateways.map((gateway) => ring.started(gateway, invoice)));
      const processes = await atOnce((each) => ring.verified(each));
      const all = await atOnce((each) =>
        each % 2 === round % 2
          ? ring.confirm({ process_id: processes[each] ?? '', code: '123456', invoice_no: invoice })
          : ring.control(`checkouts/${[held, ...open][each % 4]}/approve`),
      );
      await setUsed('confirmed');
      const paid = all.filter(({ status }) => status !== 409);
      return [...oneWinner(paid), ...refusedFor(paid, 'invoice_no')];
    },
  },
  {
    name: 'payment and cancel of one checkout: one 200, and the others 409',
    round: async (ring, round) => {
      const token = await ring.started('aggregator', `PC-${round}`);
      const all = await atOnce((each) =>
        ring.control(`checkouts/${token}/${each % 2 === round % 2 ? 'approve' : 'cancel'}`),
      );
      return [...oneWinner(all), ...refusedAs(all, 409)];
    },
  },
  {
    name: 'confirm and expiry of one code: it pays or it expires',
    round: async (ring, round) => {
      const process = await ring.verified(0);
      const code = (await ring.sandbox.control(`otps?process_id=${process}`)).json.data[0].id;
      const all = await atOnce((each) =>
        each % 2 === round % 2
          ? ring.control(`otps/${code}/expire`)
          : ring.confirm({ process_id: process, code: '123456', invoice_no: `E-${round}-${each}` }),
      );
      return oneWinner(all);
    },
  },
  {
    name: 'reset and delivery: nothing of what was is left',
    round: async (ring, round) => {
      const tokens = await atOnce((each) => ring.started('aggregator', `R-${round}-${each}`));
      const all = await atOnce((each) =>
        each === round % 50 ? ring.control('reset') : ring.control(`checkouts/${tokens[each]}/approve`),
      );
      const left = ['transactions', 'checkouts', 'callbacks'].map(async (list) => {
        const { data } = (await ring.sandbox.control(list)).json;
        return data.length === 0 ? [] : [`${data.length} ${list} are left after the reset`];
      });
      const wrong = all.filter(({ status }) => status !== 200 && status !== 404);
      return [...wrong.map(({ status }) => `an answer ${status}`), ...(await Promise.all(left)).flat()];
    },
  },
  {
    name: 'renewals of a token and calls with it: one token is left that works',
    round: async (ring) => {
      const [{ access_tokens: before }] = (await ring.sandbox
        .control('accounts/demo')
        .then(({ json }) => [json])) as [{ access_tokens: { test: string } }];
      const all = await atOnce((each) =>
        each % 2 === 0
          ? ring.control('accounts/demo/renew', { what: 'test' })
          : ring.call('walletB/verify', { mobile_number: `09456789${each}` }, before.test),
      );
      const wrong = all.filter(({ status }, each) => status !== 200 && (each % 2 === 0 || status !== 401));
      const tokens = all.flatMap(({ json }) => json.access_tokens?.test ?? []);
      const works = await Promise.all(
        [...tokens, before.test].map((token) => ring.call('walletB/verify', {}, token)),
      );
      return [...wrong.map(({ status }) => `an answer ${status}`), ...oneWinner(works)];
    },
  },
];

function atOnce<Result>(ask: (each: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(fifty.map(ask));
}

function oneWinner(all: readonly Outcome[]): string[] {
  const winners = all.filter(({ status }) => status === 200).length;
  return winners === 1 ? [] : [`${winners} winners`];
}

function refusedFor(all: readonly Outcome[], field: string): string[] {
  return all.flatMap(({ status, json }) => {
    const fields = Object.keys(json.error?.fields ?? {}).join();
    return status === 200 || (status === 422 && fields === field)
      ? []
      : [`an answer ${status} that names ${fields}`];
  });
}

function refusedAs(all: readonly Outcome[], refusal: number): string[] {
  return all.flatMap(({ status }) => (status === 200 || status === refusal ? [] : [`an answer ${status}`]));
}
