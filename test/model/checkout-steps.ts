import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Checkout,
  type CheckoutGateway,
  checkoutLifetimeMs,
  deliverDue,
  isInvoiceUsed,
  type Mode,
  type Model,
  nextTransactionId,
} from './model.ts';
import { fromNewest, placeWords, type Step, step } from './step.ts';
import { invoice, takeFault } from './wallet-steps.ts';
import type { World } from './world.ts';

const gateway = fc.constantFrom<CheckoutGateway>('localbankcards', 'cardgw', 'aggregator');
const place = fc.nat(2);

const start = fc
  .tuple(gateway, fc.constantFrom<Mode>('test', 'test', 'live'), invoice)
  .map(([token, mode, number]) =>
    step(`${token}: start a checkout of ${number} in ${mode} mode`, async (model, world) => {
      const { stored } = model;
      const { said, json } = await world.call(`${token}/confirm`, mode, {
        amount: '10.00',
        invoice_no: number,
        return_url: `${world.merchant.url}/return`,
        ...(token === 'aggregator' && {
          mobile_number: '0912345678',
          callback_url: `${world.merchant.url}/callback`,
        }),
      });
      const refused = isInvoiceUsed(stored, mode, number) ? 'INVALID_INPUTS invoice_no' : '200';
      assert.equal(said, takeFault(model, token) ? 'BACKEND_ERROR' : refused);
      if (said !== '200') return;
      stored.checkouts.push({
        id: nextTransactionId(stored),
        gateway: token,
        mode,
        invoice: number,
        status: 'started',
        token: new URL(json.result.redirect_url).searchParams.get('token') ?? '',
        expiresAt: stored.now + checkoutLifetimeMs,
      });
    }),
  );

/** A step on a checkout: `change` describes its effect on an open one. Others must refuse it. */
function onCheckout(
  says: string,
  at: number,
  verb: string,
  body: object,
  change: (model: Model, checkout: Checkout) => void,
): Step {
  const run = async (model: Model, world: World) => {
    const checkout = fromNewest(model.stored.checkouts, at);
    const isOpen = checkout.status === 'started';
    let attempts = 0;
    const act = async () => {
      await world.control(`checkouts/${checkout.token}/${verb}`, isOpen ? 200 : 409, body);
      if (isOpen) change(model, checkout);
      attempts = deliverDue(model);
    };
    await world.attempting(() => attempts, act);
  };
  return step(`${says} ${placeWords(at)} checkout`, run, ({ stored }) => stored.checkouts.length > 0);
}

function oweCallback({ stored }: Model, hold: boolean): void {
  const id = stored.callbacks.length + 1;
  const status = hold ? 'held' : 'pending';
  stored.callbacks.push({ id, status, tries: 0, attempts: 0, nextAt: stored.now });
}

const approve = fc.tuple(place, fc.constantFrom(false, false, true)).map(([at, hold]) =>
  onCheckout(hold ? 'pay, its callback held,' : 'pay', at, 'approve', { hold }, (model, checkout) => {
    checkout.status = 'completed';
    oweCallback(model, hold);
  }),
);

const cancel = place.map((at) =>
  onCheckout('cancel', at, 'cancel', {}, (model, checkout) => {
    checkout.status = 'canceled';
    if (checkout.gateway !== 'aggregator') oweCallback(model, false);
  }),
);

const decline = fc.tuple(place, fc.boolean()).map(([at, final]) =>
  onCheckout(final ? 'decline for good' : 'decline', at, 'decline', { final }, (_model, checkout) => {
    if (final) checkout.status = 'declined';
  }),
);

const expire = place.map((at) =>
  onCheckout('expire', at, 'expire', {}, (_model, checkout) => {
    checkout.status = 'expired';
  }),
);

const extend = place.map((at) =>
  onCheckout('give 10 more minutes to', at, 'extend', { by: '10m' }, (_model, checkout) => {
    checkout.expiresAt += 600_000;
  }),
);

/** What merchants, customers and testers do with checkouts. */
export const checkoutSteps: readonly fc.Arbitrary<Step>[] = [
  start,
  start,
  start,
  approve,
  approve,
  cancel,
  decline,
  expire,
  extend,
];
