import { bookingTwins } from './node-twins-booking.ts';
import { trustingTwins } from './node-twins-trusting.ts';
import type { Twin } from './twin.ts';

export const nodeTwins: readonly Twin[] = [...trustingTwins, ...bookingTwins];
