import { activateCopy } from './copy.js';
import { showLocalTimes } from './times.js';

activateCopy(document);
showLocalTimes(document);
// A choice that other fields depend on is followed at once: what is sent is always what is shown.
for (const form of document.querySelectorAll('form[data-follows]'))
  form.addEventListener('change', () => form.requestSubmit());
