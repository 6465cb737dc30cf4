/** Something to buy. Each currency has a price of its own, so that no rate and no rounding come in between. */
export type Item = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly price: { readonly LYD: string; readonly USD: string };
};

/** All prices stay under 500, the most that one transaction may be worth in test mode (the document, Limits). */
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

/** Something that is worth so much in whatever is paid with; undefined for no amount. */
export function itemWorth(amount: string): Item | undefined {
  if (amount === '') return undefined;
  return { id: 'amount', name: 'Your order', description: '', price: { LYD: amount, USD: amount } };
}

export function findItem(id: string): Item | undefined {
  return catalogue.find((item) => item.id === id);
}
