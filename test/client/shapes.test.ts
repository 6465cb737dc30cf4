import { describe, expect, expectTypeOf, test } from 'vitest';
import type { AccountSeed } from '../../src/accounts/accounts.ts';
import type { PaymentMethod } from '../../src/client/checkouts.ts';
import type { JournalEvent } from '../../src/client/events.ts';
import type * as shapes from '../../src/client/shapes.ts';
import type { NewAccount } from '../../src/client.ts';
import type * as wire from '../../src/control-api/shapes.ts';
import { mappableTokens } from '../../src/gateways/names.ts';
import type * as journal from '../../src/journal/journal.ts';

type Wire<Shape extends (...given: never[]) => unknown> = ReturnType<Shape>;

describe('One surface, one set of types', () => {
  test('the client’s shapes have every member that the control API sends, with the types that it has there', () => {
    expectTypeOf<Wire<typeof wire.accountShape>>().toExtend<shapes.Account>();
    expectTypeOf<keyof shapes.Account>().toEqualTypeOf<keyof Wire<typeof wire.accountShape>>();
    expectTypeOf<Wire<typeof wire.otpShape>>().toExtend<shapes.Otp>();
    expectTypeOf<keyof shapes.Otp>().toEqualTypeOf<keyof Wire<typeof wire.otpShape>>();
    expectTypeOf<Wire<typeof wire.transactionShape>>().toExtend<shapes.Transaction>();
    expectTypeOf<keyof shapes.Transaction>().toEqualTypeOf<keyof Wire<typeof wire.transactionShape>>();
    expectTypeOf<Wire<typeof wire.callbackShape>>().toExtend<shapes.Callback>();
    expectTypeOf<keyof shapes.Callback>().toEqualTypeOf<keyof Wire<typeof wire.callbackShape>>();
    expectTypeOf<Wire<typeof wire.requestShape>>().toExtend<shapes.RequestLogEntry>();
    expectTypeOf<keyof shapes.RequestLogEntry>().toEqualTypeOf<keyof Wire<typeof wire.requestShape>>();
    // A checkout's transaction may be missing as far as the server's types know; in the tables it never is.
    expectTypeOf<keyof shapes.Checkout>().toEqualTypeOf<
      keyof Wire<typeof wire.checkoutShape> | keyof Wire<typeof wire.transactionShape>
    >();
    expectTypeOf<keyof JournalEvent>().toEqualTypeOf<keyof journal.JournalEvent>();
    expectTypeOf<NewAccount>().toExtend<AccountSeed>();
    expectTypeOf<keyof NewAccount>().toEqualTypeOf<keyof AccountSeed>();
  });

  test('the suggested payment methods are the aggregator’s', () => {
    const suggested: readonly PaymentMethod[] = ['method_1', 'method_2', 'method_3', 'method_4', 'method_5'];
    expect(mappableTokens.filter((token) => token.startsWith('method'))).toEqual(suggested);
  });
});
