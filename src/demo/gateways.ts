/** What the shop knows about a gateway. */
export interface Gateway {
  readonly name: string;
  /** `code`: verify, then confirm with a one-time code. `page`: confirm, then the gateway's own page. */
  readonly flow: 'code' | 'page';
  readonly currency: 'LYD' | 'USD';
  /** The customer details it needs. */
  readonly asks: readonly ('mobile_number' | 'birth_year')[];
  /** The callback's target: a POST to the callback URL, or a GET to the return URL. */
  readonly callback: 'callback_url' | 'return_url' | 'none';
}

export const gateways: readonly Gateway[] = [
  {
    name: 'localbankcards',
    flow: 'page',
    currency: 'LYD',
    asks: [],
    callback: 'return_url',
  },
  { name: 'cardgw', flow: 'page', currency: 'USD', asks: [], callback: 'return_url' },
  { name: 'aggregator', flow: 'page', currency: 'LYD', asks: ['mobile_number'], callback: 'callback_url' },
  { name: 'walletA', flow: 'code', currency: 'LYD', asks: ['mobile_number', 'birth_year'], callback: 'none' },
  { name: 'walletB', flow: 'code', currency: 'LYD', asks: ['mobile_number'], callback: 'none' },
];
