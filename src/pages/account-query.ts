/** The query that keeps the chosen account in a link. Empty for all accounts. */
export function accountQuery(account: string): string {
  return account === '' ? '' : `?${new URLSearchParams({ account })}`;
}

/** The phone's page of a number, still limited to the chosen account. */
export function phoneHref(mobileNumber: string, account: string): string {
  return `/_sandbox/inbox/${encodeURIComponent(mobileNumber)}${accountQuery(account)}`;
}

/** The address with the chosen account, unless it names one or isn't a page of the dashboard. */
export function withAccount(address: string, account: string): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  if (account === '' || !isDashboard(path) || /[?&]account=/.test(query)) return address;
  return `${path}${query === '' ? '?' : `${query}&`}${new URLSearchParams({ account })}${fragment}`;
}

/** A path of its own may be empty: `?open=…` stays on the page. The control API is no page. */
function isDashboard(path: string): boolean {
  return path === '' || /^\/_sandbox(?!\/api\/)(?:\/|$)/.test(path);
}

/** Links, and forms that change something. A form that only asks has the account as a field. */
const addresses =
  /(<a (?!data-every-account)(?:[^>]*? )?href="|<form [^>]*?method="post" action=")([^"#][^"]*)"/g;

/** Keeps the chosen account in the links and forms of a page: nothing but the switcher leaves it. */
export function keptAccount(html: string, account: string): string {
  if (account === '') return html;
  // Stored texts contain no quotation marks, because they are escaped.
  return html.replace(addresses, (_whole, before: string, written: string) => {
    const address = written.replaceAll('&#39;', '%27').replaceAll('&amp;', '&');
    return `${before}${withAccount(address, account).replaceAll('&', '&amp;')}"`;
  });
}
