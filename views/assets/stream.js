const retryAfterMs = 3000;
const offlineAfterMs = 15_000;

/**
 * A stream of the event log that always reconnects. Calls `tell` with `{state}` and `{event: {type, data,
 * cursor}}`. Returns a function that closes it.
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
  // Our own retries, because some browsers give up for good after a short outage.
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
