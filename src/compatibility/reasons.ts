import { errorTable } from '../protocol/errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Callback } from '../store/callbacks.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { endpointOf, fieldsOf, refusalOf } from './logged-fields.ts';

/** Why a request was refused, as a sentence. */
export function requestWords(
  runtime: Runtime,
  request: LoggedRequest,
  requests: readonly LoggedRequest[],
): string {
  const refused = refusalOf(request);
  const name = endpointOf(request)?.name;
  if (refused?.check === 'route')
    return name !== undefined && runtime.names.gateway(name) === undefined
      ? `No gateway is called ${JSON.stringify(name)}.`
      : `There is no such endpoint. ${refused.why.split(' · ').at(-1)}`;
  return supersededWords(runtime, request, requests) ?? sentence(request.note ?? refused?.why ?? '');
}

/** The code was right until a second verify, perhaps an accidental one, replaced it. */
function supersededWords(
  { store }: Runtime,
  request: LoggedRequest,
  requests: readonly LoggedRequest[],
): string | undefined {
  const fields = fieldsOf(request);
  const otp = store.verifications.otpOf(fields.get('process_id') ?? '');
  if (otp?.status !== 'superseded' || otp.code !== fields.get('code')) return undefined;
  const verifies = requests.filter(({ action, status }) => action === 'verify' && status === 200);
  const at = verifies.findIndex(({ processId }) => processId === otp.processId);
  const [first, second] = verifies.slice(at);
  if (at === -1 || !first || !second) return undefined;
  return `The code was right, but a second verify ${second.at - first.at} ms after the first one replaced it. Send verify once, or confirm with the newest process_id and code.`;
}

export function paymentWords({ names }: Runtime, { method, url, gateway }: Callback): string {
  return `${names.of(gateway)} callback ${method} ${url.split('?', 1)[0]}`;
}

/** Dropped, because the field errors that follow say more. */
const onFields = `${errorTable.INVALID_INPUTS[1]} · `;

export function sentence(words: string): string {
  const said = words.startsWith(onFields) ? words.slice(onFields.length) : words;
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
