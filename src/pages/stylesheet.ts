import { packageFile } from '../host/package-files.ts';

/** The cascade layers, the weakest first. */
const layers = ['reset', 'tokens', 'base', 'components', 'checkout', 'kinds', 'tester', 'hidden', 'print'];

/** The files of `views/styles/`. Each is of one layer, and follows in it on those before it here. */
export const stylesheets = [
  'reset',
  'tokens',
  'base',
  'buttons',
  'fields',
  'notices',
  'checkout',
  'checkout-legal',
  'checkout-end',
  'checkout-dock',
  'checkout-tools',
  'checkout-cards',
  'checkout-steps',
  'checkout-preview',
  'kind-local',
  'kind-card',
  'kind-methods',
  'kind-bank',
  'tester-frame',
  'tester-rail',
  'tester-language',
  'tester-bar',
  'tester-switcher',
  'tester-boxes',
  'tester-lists',
  'tester-lines',
  'tester-timelines',
  'verdicts',
  'live',
  'inbox',
  'inbox-messages',
  'inbox-lines',
  'tester-overview',
  'tester-keys',
  'tester-filters',
  'tester-stories',
  'tester-payment',
  'tester-forms',
  'tester-tools',
  'tester-settings',
  'tester-accounts',
  'tester-signature',
  'tester-help',
  'tester-density',
  'hidden',
  'print',
];

/** All of them as one file, so that a page asks for one. */
export function stylesheet(): string {
  const files = stylesheets.map((name) => packageFile(`views/styles/${name}.css`));
  return [`@layer ${layers.join(', ')};\n`, ...files].join('\n');
}
