import type { Runtime } from '../runtime/runtime.ts';
import { settingMs } from '../settings/settings.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { endpointOf, fieldsOf } from './logged-fields.ts';

/** Names that the client seems to have corrected, but may still use for other payments. */
export function forgottenQuestions(names: readonly string[]): readonly string[] {
  return names.map(
    (name) =>
      `No gateway is called ${JSON.stringify(name)}. Your client has succeeded without that name since. If it still uses it, set it in \`names\`.`,
  );
}

/** Requests that there was no time to try. */
export function untriedQuestions(untried: number): readonly string[] {
  if (untried === 0) return [];
  const kinds = untried === 1 ? 'kind of refused request was' : 'kinds of refused requests were';
  return [
    `${untried} older ${kinds} not tried. Fix what is above, let your client call again, and check again.`,
  ];
}

/** Failures that do not show up as refused requests. `rows`: newest first. */
export function quietQuestions(
  runtime: Runtime,
  rows: readonly LoggedRequest[],
  accountId: string | undefined,
): readonly string[] {
  return [...untouchedCheckouts(runtime, accountId), ...doubleVerifies(runtime, rows)];
}

const newest = { before: Number.MAX_SAFE_INTEGER, limit: 100 };

function untouchedCheckouts({ store, addresses }: Runtime, accountId: string | undefined): readonly string[] {
  const checkouts = store.checkouts.list(accountId, newest);
  const isUntouched = checkouts.every(
    ({ open, step, declineReason }) => open && step === null && declineReason === null,
  );
  if (checkouts.length === 0 || !isUntouched || addresses.publicUrl.startsWith('https:')) return [];
  return [
    `${checkouts.length} checkout${checkouts.length === 1 ? ' was' : 's were'} started and none was paid. If your client refuses a \`redirect_url\` that is not https, start with \`--https\`.`,
  ];
}

/** Nobody requests a second code faster than this. */
const atOnceMs = 1000;

function doubleVerifies({ settings }: Runtime, rows: readonly LoggedRequest[]): readonly string[] {
  // Within this window, the second message contains the same code.
  if (settingMs(settings.current.otp.repeat_window) >= atOnceMs) return [];
  const verifies = rows.filter((row) => row.status === 200 && row.action === 'verify').toReversed();
  const confirmed = confirmedIn(rows);
  const doubles = [...Map.groupBy(verifies, phoneOf).values()].flatMap((alike) =>
    alike.filter((row, at) => {
      const next = alike[at + 1];
      return next !== undefined && next.at - row.at < atOnceMs && !confirmed.has(row.processId);
    }),
  );
  if (doubles.length === 0) return [];
  return [
    `verify was sent twice at once for the same number (${doubles.length === 1 ? 'once' : `${doubles.length} times`}): the second code replaces the first one, so the first message has a wrong code. Send verify once, or set \`otp.repeat_window\` to \`5s\`.`,
  ];
}

function phoneOf(row: LoggedRequest): string {
  const { accountId, mode } = row;
  return JSON.stringify([accountId, mode, endpointOf(row)?.name, fieldsOf(row).get('mobile_number')]);
}

/** The process IDs of all confirms. */
function confirmedIn(rows: readonly LoggedRequest[]): ReadonlySet<string | null> {
  const confirms = rows.filter(({ action }) => action === 'confirm');
  return new Set(confirms.flatMap((row) => fieldsOf(row).get('process_id') ?? []));
}
