import type { VerdictKind } from '../journal/verdict.ts';
import type { IconName } from './icons.ts';

export const iconOfVerdict: Readonly<Record<VerdictKind, IconName>> = {
  forged: 'forged',
  unaware: 'alert',
  unanswered: 'alert',
  retrying: 'retry',
  held: 'held',
  sending: 'retry',
  dropped: 'none',
  silent: 'none',
  told: 'check',
  replied: 'check',
  waiting: 'waiting',
};

/** The same for templates. A map, because an address may ask for any kind, such as `__proto__`. */
export const verdictIcons: ReadonlyMap<string, IconName> = new Map(Object.entries(iconOfVerdict));
