import { follow, followed } from './live.js';
import { refreshParts } from './parts.js';

const { cursor, story } = document.querySelector('[data-story]').dataset;

follow({
  cursor,
  types: followed,
  onEvent: ({ data }) => data.transaction_id === story && void refreshParts(),
  onState: () => {},
});
