import { follow } from './live.js';

const { record } = document.querySelector('[data-record]').dataset;

follow({
  cursor: document.querySelector('main').dataset.since,
  types: ['reset', 'snapshot.restored'],
  onEvent: () => void leaveRemoved(),
  onState: () => {},
});

/** The page of a record that is gone could only have its forms refused. What is typed into another one stays. */
async function leaveRemoved() {
  const answer = await fetch(record).catch(() => undefined);
  if (answer?.status === 404) location.replace(record);
}
