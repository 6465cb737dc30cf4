/** A product. Each currency has its own price, so that no exchange rate or rounding is needed. */
export type Item = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly price: { readonly LYD: string; readonly USD: string };
};

/** All prices are below 500, the maximum for one transaction in test mode (API documentation, Limits). */
export const catalogue: readonly Item[] = [
  {
    id: 'coffee',
    name: 'Old-town coffee',
    description: 'Dark roast with cardamom, 250\u00a0g',
    price: { LYD: '18.00', USD: '3.70' },
  },
  {
    id: 'honey',
    name: 'Green Mountain honey',
    description: 'Wild thyme, a 500\u00a0g jar',
    price: { LYD: '64.50', USD: '13.25' },
  },
  {
    id: 'blanket',
    name: 'Nafusa wool blanket',
    description: 'Woven by hand, 140\u00a0×\u00a0200\u00a0cm',
    price: { LYD: '245.75', USD: '50.40' },
  },
];

/** A product for this amount in any currency. Undefined for an empty amount. */
export function itemWorth(amount: string): Item | undefined {
  if (amount === '') return undefined;
  return { id: 'amount', name: 'Your order', description: '', price: { LYD: amount, USD: amount } };
}

export function findItem(id: string): Item | undefined {
  return catalogue.find((item) => item.id === id);
}
