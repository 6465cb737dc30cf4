import { openStream } from './stream.js';

/** Of this page: each script follows by itself, and two streams would take two of the browser's six connections. */
const listeners = [];
let last;
let state;
let close;

/** Follows the event log while the tab is visible: without locks, tabs cannot share a stream. */
export function followAlone({ cursor, types, onEvent, onState }, followed, catchUp) {
  listeners.push({ onEvent, onState });
  if (listeners.length > 1) {
    void catchUp(cursor, types, onEvent);
    return state && onState(state);
  }
  last = cursor;
  const adjust = () => {
    if (document.hidden) {
      close?.();
      close = undefined;
    } else close ??= openStream(() => last, followed, receive);
  };
  document.addEventListener('visibilitychange', adjust);
  adjust();
}

function receive(message) {
  state = message.state ?? state;
  last = message.event?.cursor || last;
  for (const { onEvent, onState } of listeners) {
    if (message.state) onState(state);
    if (message.event) onEvent(message.event);
  }
}
