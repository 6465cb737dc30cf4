/** Which of the callback and the browser's return comes first, or which one is missing. */
export const deliveryOrders = [
  'together',
  'callback-first',
  'return-first',
  'callback-only',
  'return-only',
] as const;

export type DeliveryOrder = (typeof deliveryOrders)[number];

/** How a callback is forged, broken, or made to say that nothing was paid. No order is paid by any of them. */
export const tamperings = [
  'wrong-hash',
  'no-hash',
  'lower-case-hash',
  'amount',
  'invoice',
  'approved-0',
  'both-flags',
  'types',
] as const;

export type Tampering = (typeof tamperings)[number];

/** Says that nothing was paid, correctly signed: an app may well answer it with 2xx. */
export const truthfulTampering = 'approved-0' satisfies Tampering;

/** Whether an app that accepts a message with this forgery has accepted something that it must refuse. */
export function mustBeRefused(forgery: string | null): boolean {
  return forgery !== null && forgery !== truthfulTampering;
}

/** The statuses that accept a forged message, whatever its method. */
export const acceptance = { first: 200, last: 299 };

export type ForgeryAnswer = 'accepted' | 'redirected' | 'rejected' | 'failed';

/**
 * What an app's answer to a forged message says. A redirect may lead to a page of failure as well as to one of
 * success, and a crash or silence decides nothing.
 */
export function answerToForgery(status: number | null | undefined): ForgeryAnswer {
  if (typeof status !== 'number' || status < acceptance.first || status > 499) return 'failed';
  if (status <= acceptance.last) return 'accepted';
  return status < 400 ? 'redirected' : 'rejected';
}

/** Why a message proves nothing: it was tampered with, or edited after signing. */
export const forgeries = [...tamperings, 'edited'] as const;

export type Forgery = (typeof forgeries)[number];
