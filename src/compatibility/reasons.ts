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

/** A second verify, perhaps an accidental one, has replaced the process, whose code was right, or got the code. */
function supersededWords(
  { store }: Runtime,
  request: LoggedRequest,
  requests: readonly LoggedRequest[],
): string | undefined {
  const fields = fieldsOf(request);
  const otp = store.verifications.otpOf(fields.get('process_id') ?? '');
  if (otp?.status !== 'superseded') return undefined;
  const verifies = requests.filter(({ action, status }) => action === 'verify' && status === 200);
  const at = verifies.findIndex(({ processId }) => processId === otp.processId);
  const [first, second] = verifies.slice(at);
  if (at === -1 || !first || !second) return undefined;
  const code = fields.get('code');
  const wait = `${second.at - first.at} ms after the first one`;
  const advice = 'Send verify once, or confirm with the newest process_id and code.';
  if (otp.code === code) return `The code was right, but a second verify ${wait} replaced it. ${advice}`;
  if (second.processId === null || store.verifications.otpOf(second.processId)?.code !== code)
    return undefined;
  return `The code was that of a second verify ${wait}, but the process_id that of the first one. ${advice}`;
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
