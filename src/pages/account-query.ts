/** The query that keeps the chosen account in a link. Empty for all accounts. */
export function accountQuery(account: string): string {
  return account === '' ? '' : `?${new URLSearchParams({ account })}`;
}

/** The phone's page of a number, still limited to the chosen account. */
export function phoneHref(mobileNumber: string, account: string): string {
  return `/_sandbox/inbox/${encodeURIComponent(mobileNumber)}${accountQuery(account)}`;
}
