/** An amount as people read it, with two decimals. What is signed and sent keeps its own text. */
export function shownAmount(amount: string): string {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d{0,2}))?$/.exec(amount) ?? [];
  return whole === undefined ? amount : `${whole}.${decimals.padEnd(2, '0')}`;
}
