const pauseMs = 300;

/**
 * Fetches this page or another one, and hands it over. Sends one request at a time, at a limited rate, and
 * waits while the tab is hidden.
 *
 * @param {(page: Document) => void} take
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
      const answer = await fetch(address).catch(() => undefined);
      if (answer?.ok) take(new DOMParser().parseFromString(await answer.text(), 'text/html'));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isLooking = false;
  };
  document.addEventListener('visibilitychange', () => lookOnceMore && void look());
  return look;
}
