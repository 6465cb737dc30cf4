const pauseMs = 300;

/**
 * Fetches this page or another one, and hands it over. Sends one request at a time, at a limited rate, and
 * waits while the tab is hidden.
 *
 * @param {(page: Document) => void | Promise<void>} take
 * @param {string} address another page to ask for
 */
export function looker(take, address = location.href) {
  let isLooking = false;
  let lookOnceMore = false;
  const look = async () => {
    lookOnceMore = true;
    if (isLooking) return;
    isLooking = true;
    while (lookOnceMore && !document.hidden) {
      lookOnceMore = false;
      await fetchPage(address)
        .then((page) => page && take(page))
        .catch(reportError);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isLooking = false;
  };
  document.addEventListener('visibilitychange', () => lookOnceMore && void look());
  return look;
}

/** In this page's language, which another tab may have changed for all others. Undefined if it can't be loaded. */
export async function fetchPage(address) {
  const url = new URL(address, location);
  url.searchParams.set('lang', document.documentElement.lang);
  try {
    const answer = await fetch(url);
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined;
  } catch {
    return undefined;
  }
}
