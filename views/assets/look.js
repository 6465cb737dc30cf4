const pauseMs = 300;

/**
 * Asks for this page, or another one, again and hands over what came. One question at a time, and under a flood of news so many a second at most; a tab
 * that nobody sees asks when it is seen again.
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
