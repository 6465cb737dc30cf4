/** Which of the callback and the browser's return comes first, or which one is missing. */
export const deliveryOrders = [
  'together',
  'callback-first',
  'return-first',
  'callback-only',
  'return-only',
] as const;

export type DeliveryOrder = (typeof deliveryOrders)[number];

/** How a callback is forged or broken. Merchants must refuse all of them. */
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

/** Why a message proves nothing: it was tampered with, or edited after signing. */
export type Forgery = Tampering | 'edited';
