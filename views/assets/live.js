import { events } from './event-types.js';
import { openStream } from './stream.js';

const name = 'gateway-sandbox';

/** Sent only by the stream. Missed ones can't be requested later. */
const signals = ['request.logged', 'connected'];

/** Every event that any page follows. The reading tab doesn't know what the others show. */
export const followed = [...events, ...signals];
export const otpEvents = events.filter((type) => type.startsWith('otp.'));

/**
 * Follows the event log with one stream per browser. Browsers allow six connections per host, so one stream
 * per tab would block the seventh. The tab that holds the lock forwards events to the others; when it closes,
 * the next one continues from the last cursor. Plain HTTP has no locks: see `live-alone.js`.
 *
 * @param {{cursor: string, types: string[], onEvent: (event: {type: string, data: object}) => void,
 *   onState: (state: 'on' | 'wait' | 'off') => void}} options
 */
export function follow({ types, onEvent, ...rest }) {
  let { run } = document.querySelector('main').dataset;
  const hear = (event) => {
    if (event.type !== 'connected') return types.includes(event.type) && onEvent(event);
    // Another run of the sandbox may have other records.
    if (run !== event.data.run) onEvent({ ...event, type: 'reset' });
    run = event.data.run;
  };
  const options = { ...rest, types, onEvent: hear };
  const alone = () =>
    void import('./live-alone.js').then(({ followAlone }) => followAlone(options, followed, catchUp));
  if ('locks' in navigator && 'BroadcastChannel' in globalThis) followTogether(options, alone);
  else alone();
}

/** A browser that blocks site data refuses the lock: then `alone` is called. */
function followTogether({ cursor, types, onEvent, onState }, alone) {
  const channel = new BroadcastChannel(name);
  let state = 'wait';
  let last = cursor;
  const receive = (message) => {
    if (message.state) {
      state = message.state;
      onState(state);
    }
    if (message.event) {
      last = message.event.cursor || last;
      onEvent(message.event);
    }
  };
  const tellAll = (message) => {
    receive(message);
    channel.postMessage(message);
  };
  let leads = false;
  channel.addEventListener('message', ({ data }) => {
    if (!data.hello) receive(data);
    else if (leads) channel.postMessage({ state });
  });
  channel.postMessage({ hello: true });
  void catchUp(cursor, types, onEvent);
  const lead = () => {
    leads = true;
    openStream(() => last, followed, tellAll);
    return new Promise(() => {});
  };
  navigator.locks.request(name, lead).catch(() => {
    channel.close();
    alone();
  });
}

/** Events from before this tab, or this script, joined a stream that doesn't repeat them. */
async function catchUp(cursor, types, onEvent) {
  const kept = types.filter((type) => !signals.includes(type));
  if (kept.length === 0) return;
  const query = new URLSearchParams({ after: cursor, type: kept.join(',') });
  const answer = await fetch(`/_sandbox/api/events?${query}`).catch(() => undefined);
  if (!answer?.ok) return;
  const { data } = await answer.json();
  for (const event of data) onEvent({ type: event.type, data: event });
}
