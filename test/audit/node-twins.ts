import { bookingTwins } from './node-twins-booking.ts';
import { losingTwins } from './node-twins-losing.ts';
import { trustingTwins } from './node-twins-trusting.ts';
import type { Twin } from './twin.ts';

export const nodeTwins: readonly Twin[] = [...losingTwins, ...trustingTwins, ...bookingTwins];
