import type { Runtime } from '../runtime/runtime.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { endpointOf, fieldsOf } from './logged-fields.ts';

const longestStory = 20;

/** A verify this recent may be the first half of a double click, with the code that the customer read. */
const sameVisitMs = 60_000;

/** A request, after the earlier ones about the same invoice, process, or mobile number. `rows`: oldest first. */
export function before(
  runtime: Runtime,
  rows: readonly LoggedRequest[],
  request: LoggedRequest,
): readonly LoggedRequest[] {
  const earlier = rows.filter(
    (row) => row.id < request.id && row.accountId === request.accountId && row.mode === request.mode,
  );
  const story = new Set([request]);
  const fields = fieldsOf(request);
  for (const row of earlier) if (isAbout(row, 'invoice_no', fields)) story.add(row);
  for (const { processId, fieldsOfIt } of [...story].map(processOf)) {
    const verify =
      processId !== null && earlier.find((row) => row.action === 'verify' && row.processId === processId);
    if (!verify) continue;
    const phone = fieldsOf(verify);
    for (const row of earlier)
      if (
        isAbout(row, 'process_id', fieldsOfIt) ||
        (row.at > verify.at - sameVisitMs &&
          sameEndpoint(row, verify) &&
          isAbout(row, 'mobile_number', phone))
      )
        story.add(row);
  }
  return shortened(runtime, request, [...story]);
}

/** Without the oldest ones that the request depends on least. In order. */
function shortened(
  { store }: Runtime,
  request: LoggedRequest,
  story: readonly LoggedRequest[],
): readonly LoggedRequest[] {
  const fields = fieldsOf(request);
  const paying = story.filter(
    ({ transactionId }) =>
      transactionId !== null && store.transactions.get(transactionId)?.status === 'completed',
  );
  const needed = paying.filter(
    (row) => isAbout(row, 'invoice_no', fields) || isAbout(row, 'process_id', fields),
  );
  const processes = new Set([request, ...needed].flatMap((row) => processOf(row).processId ?? []));
  const rank = (row: LoggedRequest): number => {
    if (row === request) return 0;
    if (needed.includes(row) || (row.processId !== null && processes.has(row.processId))) return 1;
    return row.status === 200 ? 2 : 3;
  };
  return [...story]
    .sort((one, other) => rank(one) - rank(other) || other.id - one.id)
    .slice(0, longestStory)
    .sort((one, other) => one.id - other.id);
}

function sameEndpoint(one: LoggedRequest, other: LoggedRequest): boolean {
  return one.path.split('?', 1)[0] === other.path.split('?', 1)[0] && one.accountId === other.accountId;
}

function processOf(row: LoggedRequest) {
  const fieldsOfIt = fieldsOf(row);
  return { processId: fieldsOfIt.get('process_id') ?? null, fieldsOfIt };
}

function isAbout(row: LoggedRequest, name: string, fields: ReadonlyMap<string, string>): boolean {
  const value = fields.get(name);
  return value !== undefined && endpointOf(row) !== undefined && fieldsOf(row).get(name) === value;
}
