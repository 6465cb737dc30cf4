import { describe, expect, expectTypeOf, test } from 'vitest';
import type { AccountSeed } from '../../src/accounts/accounts.ts';
import { Connection } from '../../src/client/connection.ts';
import type { Account, Fault, Operations } from '../../src/client/contract.ts';
import type { PaymentMethod } from '../../src/client/words.ts';
import type * as client from '../../src/client.ts';
import type { JournalEvent, NewAccount, SettingsPatch } from '../../src/client.ts';
import { mappableTokens } from '../../src/gateways/names.ts';
import type { EventType } from '../../src/journal/event-type.ts';
import type { Settings } from '../../src/settings/settings.ts';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
}

/** A connection to a server that never answers, and the requests sent to it. */
function recorded() {
  const sent: Sent[] = [];
  const connection = new Connection('http://sandbox.test/base/', {
    send: async (url, { method, body }) => {
      sent.push({ method, url: url.href, body });
      return new Promise<never>(() => undefined);
    },
  });
  return { connection, sent };
}

describe('A call of the contract', () => {
  test('goes to the operation’s path, with its parameters, query and body', () => {
    const { connection, sent } = recorded();
    void connection.call('approveCheckout', {
      params: { id: 'http://x/checkout?token=a/b' },
      body: { copies: 2, order: undefined },
    });
    void connection.call('listOtps', { query: { limit: 5, status: 'active', account: undefined } });
    void connection.call('resumeClock');
    expect(sent).toEqual([
      {
        method: 'POST',
        url: 'http://sandbox.test/base/_sandbox/api/checkouts/http%3A%2F%2Fx%2Fcheckout%3Ftoken%3Da%2Fb/approve',
        body: '{"copies":2}',
      },
      {
        method: 'GET',
        url: 'http://sandbox.test/base/_sandbox/api/otps?limit=5&status=active',
        body: undefined,
      },
      { method: 'POST', url: 'http://sandbox.test/base/_sandbox/api/clock/resume', body: undefined },
    ]);
  });

  test('answers the operation’s type', () => {
    const { connection } = recorded();
    expectTypeOf(connection.call('getAccount', { params: { id: 'a' } })).resolves.toEqualTypeOf<Account>();
    expectTypeOf(
      connection.call('addFault', { body: { effect: { delay: '2s' } } }),
    ).resolves.toEqualTypeOf<Fault>();
    expectTypeOf(connection.call('resumeClock')).resolves.toEqualTypeOf<
      Operations['resumeClock']['answer']
    >();
  });

  test('does not compile without what the operation needs, or with what it does not take', () => {
    const { connection } = recorded();
    const wrong = () => {
      // @ts-expect-error there is no such operation
      void connection.call('payCheckout');
      // @ts-expect-error whose?
      void connection.call('getAccount');
      // @ts-expect-error it needs a body
      void connection.call('addFault');
      // @ts-expect-error it needs a mobile number
      void connection.call('latestOtp', { query: {} });
      // @ts-expect-error it takes no body
      void connection.call('resumeClock', { body: {} });
      // @ts-expect-error the filter has no such member
      void connection.call('listOtps', { query: { stat: 'active' } });
      // @ts-expect-error one effect at a time
      void connection.call('addFault', { body: { effect: { delay: '2s', hang: true } } });
      // @ts-expect-error the extension is required, not undefined
      void connection.call('extendCheckout', { params: { id: 'a' }, body: { by: undefined } });
    };
    // The test is that it compiles.
    expect(wrong).toBeTypeOf('function');
  });
});

describe('The types of the contract', () => {
  test('are those of the rest of the sandbox', () => {
    expectTypeOf<JournalEvent['type']>().toEqualTypeOf<EventType | 'unreadable'>();
    expectTypeOf<NewAccount>().toExtend<AccountSeed>();
    expectTypeOf<keyof NewAccount>().toEqualTypeOf<keyof AccountSeed>();
    expectTypeOf<client.Settings>().toEqualTypeOf<Settings>();
    expectTypeOf<Settings>().toExtend<SettingsPatch>();
    expectTypeOf<keyof SettingsPatch>().toEqualTypeOf<keyof Settings>();
  });

  test('suggest the payment methods of the aggregator', () => {
    const suggested: readonly PaymentMethod[] = ['method_1', 'method_2', 'method_3', 'method_4', 'method_5'];
    expect(mappableTokens.filter((token) => token.startsWith('method'))).toEqual(suggested);
  });
});
