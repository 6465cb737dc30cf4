const retryAfterMs = 3000;
const offlineAfterMs = 15_000;

/**
 * One stream of the journal that always comes back. Tells `{state}` and `{event: {type, data, cursor}}`.
 * Returns the function that ends it.
 */
export function openStream(lastCursor, types, tell) {
  let source;
  let lostAt;
  let retry;
  const open = () => {
    const query = new URLSearchParams({ after: lastCursor(), type: types.join(',') });
    source = new EventSource(`/_sandbox/events?${query}`);
    source.addEventListener('open', () => {
      lostAt = undefined;
      tell({ state: 'on' });
    });
    source.addEventListener('error', lost);
    for (const type of types)
      source.addEventListener(type, (message) => tell({ event: read(type, message) }));
  };
  // Our own retries instead of the browser's: some browsers give up for good when the server was away for a moment.
  const lost = () => {
    source.close();
    lostAt ??= Date.now();
    tell({ state: Date.now() - lostAt < offlineAfterMs ? 'wait' : 'off' });
    retry = setTimeout(open, retryAfterMs);
  };
  open();
  return () => {
    clearTimeout(retry);
    source.close();
  };
}

function read(type, message) {
  return { type, data: JSON.parse(message.data), cursor: message.lastEventId };
}
