import { activateCopy } from './copy.js';
import { showLocalTimes } from './times.js';

activateCopy(document);
showLocalTimes(document);
