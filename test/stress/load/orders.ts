export const gateways = ['walletA', 'walletB', 'localbankcards', 'cardgw', 'aggregator'] as const;
export type Gateway = (typeof gateways)[number];
export type Ended = 'completed' | 'canceled';

/** What a customer buys, how they pay, and the intended outcome. */
export interface Order {
  readonly gateway: Gateway;
  readonly invoiceNo: string;
  readonly end: Ended;
  /** A separate phone per customer, because a code ends the previous one for the same number. */
  readonly mobileNumber: string;
  /** How an aggregator's customer pays: by wallet with a code, or by card. */
  readonly method: 'method_1' | 'method_3';
  readonly merchantUrl: string;
}

const phones = 8_000_000;

/** The nth order: cycles through all gateways, with every seventh checkout canceled. */
export function orderOf(number: number, prefix: string, merchantUrl: string): Order {
  // The remainder is a valid index.
  const gateway = gateways[number % gateways.length] as Gateway;
  const isWallet = gateway === 'walletA' || gateway === 'walletB';
  return {
    gateway,
    invoiceNo: `${prefix}-${number}`,
    end: !isWallet && number % 7 === 0 ? 'canceled' : 'completed',
    mobileNumber: `${gateway === 'walletB' ? '094' : '091'}${String(1_000_000 + (number % phones))}`,
    method: number % 2 === 0 ? 'method_1' : 'method_3',
    merchantUrl,
  };
}

/** Whether the gateway sends the merchant a callback (API documentation, "Events"). */
export function owesCallback({ gateway, end }: Order): boolean {
  if (gateway === 'aggregator') return end === 'completed';
  return gateway === 'cardgw' || gateway === 'localbankcards';
}
