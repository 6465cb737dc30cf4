/** What the shop knows of a gateway that it offers. */
export interface Gateway {
  readonly name: string;
  /** `code`: verify and confirm with a one-time code. `page`: confirm, then the gateway's own page. */
  readonly flow: 'code' | 'page';
  readonly currency: 'LYD' | 'USD';
  /** Which details of the customer it needs. */
  readonly asks: readonly ('mobile_number' | 'birth_year')[];
  /** Where it sends its callback: posted to the callback URL, or as a GET to the return URL. */
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
