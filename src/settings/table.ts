import { answers, requests, service, signature } from './call-settings.ts';
import { checkout, oneTimeCodes, retention } from './payment-settings.ts';
import type { Setting } from './setting.ts';

/**
 * Every setting by its dotted path, as in the config file, in `GET /_sandbox/api/settings` and in
 * `X-Sandbox-Assumption`. Schema, defaults, types, reference and settings page are all derived from this
 * table.
 */
export const settings = {
  ...service,
  ...signature,
  ...requests,
  ...oneTimeCodes,
  ...checkout,
  ...retention,
  ...answers,
} satisfies Readonly<Record<string, Setting>>;

/** The groups of the settings page and the reference, in order. */
export const settingGroups = [
  group('service', 'Service', service),
  group('requests', 'Requests', requests),
  group('answers', 'Answers', answers),
  group('one-time-codes', 'One-time codes', oneTimeCodes),
  group('checkout', 'Checkout, callback and return', checkout),
  group('signature', 'Signature', signature),
  group('retention', 'Retention', retention),
];

function group(id: string, heading: string, members: Readonly<Record<string, Setting>>) {
  return { id, heading, settings: Object.entries(members).map(([name, each]) => ({ name, ...each })) };
}
