/** What comes first: the callback, or the browser's return; or which of the two does not come. */
export const deliveryOrders = [
  'together',
  'callback-first',
  'return-first',
  'callback-only',
  'return-only',
] as const;

export type DeliveryOrder = (typeof deliveryOrders)[number];

/** What a forged or broken callback has wrong with it. A merchant must refuse every one of them. */
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

/** Why a message proves nothing: tampered with, or edited after it was signed. */
export type Forgery = Tampering | 'edited';
