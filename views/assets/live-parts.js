import { follow } from './live.js';
import { refreshParts } from './parts.js';

const { cursor, liveTypes } = document.querySelector('[data-live-types]').dataset;

/** What tells of the present stays present. Forms stand outside the parts and keep what is typed. */
follow({
  cursor,
  types: liveTypes.split(' '),
  onEvent: () => void refreshParts(),
  onState: () => {},
});
