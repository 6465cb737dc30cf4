import { openStream } from './stream.js';

/** Follows the event log while the tab is visible: without locks, tabs cannot share a stream. */
export function followAlone({ cursor, onEvent, onState }, followed) {
  let last = cursor;
  let close;
  const receive = (message) => {
    if (message.state) onState(message.state);
    if (!message.event) return;
    last = message.event.cursor || last;
    onEvent(message.event);
  };
  const adjust = () => {
    if (document.hidden) {
      close?.();
      close = undefined;
    } else close ??= openStream(() => last, followed, receive);
  };
  document.addEventListener('visibilitychange', adjust);
  adjust();
}
