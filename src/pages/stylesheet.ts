import { packageFile } from '../host/package-files.ts';

/** The cascade layers, lowest priority first. */
const layers = ['reset', 'tokens', 'base', 'components', 'checkout', 'kinds', 'tester', 'hidden', 'print'];

/** The files of `views/styles/`. Each belongs to one layer; within a layer, this order applies. */
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
  'tester-calls',
  'tester-timelines',
  'verdicts',
  'live',
  'inbox',
  'inbox-messages',
  'inbox-lines',
  'tester-overview',
  'tester-keys',
  'tester-pills',
  'tester-filters',
  'tester-filter-fold',
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

/** All stylesheets as one file, so that a page needs one request. */
export function stylesheet(): string {
  const files = stylesheets.map((name) => packageFile(`views/styles/${name}.css`));
  return [`@layer ${layers.join(', ')};\n`, ...files].join('\n');
}
