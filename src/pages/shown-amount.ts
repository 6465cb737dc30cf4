/** An amount with two decimals, for display only. Signed and sent amounts keep their original text. */
export function shownAmount(amount: string): string {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d{0,2}))?$/.exec(amount) ?? [];
  return whole === undefined ? amount : `${whole}.${decimals.padEnd(2, '0')}`;
}
