/** What the shop needs to know about a gateway. */
export type Gateway = {
  readonly token: string;
  readonly label: string;
  readonly hint: string;
  /** `code`: verify, then confirm with a one-time code. `checkout`: confirm, then a hosted page. */
  readonly flow: 'code' | 'checkout';
  /**
   * How the result is sent (API documentation, Events): not at all, as a GET to the `return_url` with the same
   * query as the customer's return, or as a POST of JSON to the `callback_url`.
   */
  readonly callback: 'none' | 'get' | 'post';
  readonly currency: 'LYD' | 'USD';
  readonly asks: readonly ('mobile_number' | 'birth_year')[];
};

export const gateways: readonly Gateway[] = [
  {
    token: 'walletA',
    label: 'Wallet A',
    hint: 'A code comes to your phone (091 or 093)',
    flow: 'code',
    callback: 'none',
    currency: 'LYD',
    asks: ['mobile_number', 'birth_year'],
  },
  {
    token: 'walletB',
    label: 'Wallet B',
    hint: 'A code comes to your phone',
    flow: 'code',
    callback: 'none',
    currency: 'LYD',
    asks: ['mobile_number'],
  },
  {
    token: 'localbankcards',
    label: 'Local bank card',
    hint: 'Pay on your bank’s page',
    flow: 'checkout',
    callback: 'get',
    currency: 'LYD',
    asks: [],
  },
  {
    token: 'cardgw',
    label: 'International card',
    hint: 'Charged in US dollars',
    flow: 'checkout',
    callback: 'get',
    currency: 'USD',
    asks: [],
  },
  {
    token: 'aggregator',
    label: 'More ways to pay',
    hint: 'Choose among five methods on the next page',
    flow: 'checkout',
    callback: 'post',
    currency: 'LYD',
    asks: ['mobile_number'],
  },
];

export function findGateway(token: string): Gateway | undefined {
  return gateways.find((gateway) => gateway.token === token);
}
