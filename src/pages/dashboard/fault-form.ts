import { gatewayTokens } from '../../gateways/index.ts';
import type { ReadField } from '../../http/read-form.ts';
import { type ErrorCode, errorTable, isDocumented } from '../../protocol/errors.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { BodyOf, RefusedForm } from './actions.ts';
import { selectField, switchField, textField } from './form-fields.ts';
import type { EffectChoice, FormField } from './tool-models.ts';

const timeouts = ['10s', '20s', '30s', '60s'];
const afterLabel = 'Process the request first';

/** What can happen, each with the controls of its own. */
export function effectChoices(form: RefusedForm): EffectChoice[] {
  const chosen = form.read('kind') || 'code';
  const choice = (kind: string, label: string, hint: string, fields: FormField[]): EffectChoice => {
    return { kind, label, hint, isChosen: kind === chosen, fields };
  };
  return [
    choice('code', 'An error from the API', 'In its real envelope; the call has no effect.', [
      selectField(form, 'effect.code', 'Error code', codeChoices()),
    ]),
    choice('past_timeout', 'A response after a timeout', 'Processed, with the response a second too late.', [
      selectField(form, 'effect.past_timeout', 'The client gives up after', choices(timeouts), {
        value: '30s',
      }),
    ]),
    choice('delay', 'A late response', 'Processed, with the response after this time.', [
      textField(form, 'effect.delay', 'Delay', { value: '2s', hint: 'Such as 250ms, 2s, 1m; at most 10m.' }),
    ]),
    choice('http_status', 'A response that is not from the API', 'For example, a proxy’s error page.', [
      textField(form, 'effect.http_status', 'HTTP status', { value: '502' }),
      selectField(form, 'effect.body', 'Body', choices(['json', 'html', 'empty']), { value: 'html' }),
    ]),
    choice('hang', 'No response', 'The connection stays open until the client gives up.', [
      switchField(form, 'hang.after', afterLabel, false),
    ]),
    choice('reset', 'A reset connection', 'The connection breaks without a response.', [
      switchField(form, 'reset.after', afterLabel, false),
    ]),
  ];
}

/** Which requests it is for. */
export function matchFields({ store, names }: Runtime, form: RefusedForm): FormField[] {
  const any = { value: '', label: 'Any' };
  const accounts = store.accounts.all().map(({ id, name }) => ({ value: id, label: `${name} (${id})` }));
  const gateways = choices(gatewayTokens.map((token) => names.of(token)));
  return [
    selectField(form, 'match.account', 'Account', [any, ...accounts]),
    selectField(form, 'match.gateway', 'Gateway', [any, ...gateways]),
    selectField(form, 'match.action', 'Call', [any, ...choices(['verify', 'confirm'])]),
    textField(form, 'match.invoice_no', 'Invoice number', { placeholder: 'any' }),
    textField(form, 'match.mobile_number', 'Mobile number', { placeholder: 'any' }),
  ];
}

/** How often it happens. */
export function countFields(form: RefusedForm): FormField[] {
  return [
    textField(form, 'times', 'Times', { value: '1', hint: 'How many calls fail; “always” never runs out.' }),
    textField(form, 'probability', 'Chance', {
      placeholder: '1',
      hint: 'Above 0 and up to 1: 0.2 lets one call in five fail.',
    }),
    textField(form, 'seed', 'Seed', { placeholder: '1', hint: 'The same seed fails the same calls.' }),
  ];
}

/** The body of `addFault` that the form makes. */
export function faultAsked(read: ReadField): BodyOf<'addFault'> {
  const match = ['account', 'gateway', 'action', 'invoice_no', 'mobile_number']
    .map((name) => [name, read(`match.${name}`).trim()])
    .filter(([, value]) => value !== '');
  return {
    match: Object.fromEntries(match),
    effect: effectAsked(read),
    ...filled('times', read('times')),
    ...filled('probability', read('probability')),
    ...filled('seed', read('seed')),
  };
}

function effectAsked(read: ReadField): object {
  const kind = read('kind');
  if (kind === 'hang' || kind === 'reset') return { [kind]: true, after: read(`${kind}.after`) === 'on' };
  const value = read(`effect.${kind}`).trim();
  if (kind === 'http_status') return { http_status: numberOr(value), body: read('effect.body') };
  return { [kind]: value };
}

function filled(name: string, text: string): object {
  return text.trim() === '' ? {} : { [name]: numberOr(text.trim()) };
}

/** A number where it is one; other text is for the checks of the call to refuse. */
function numberOr(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function choices(values: readonly string[]) {
  return values.map((value) => ({ value, label: value }));
}

/** The codes of the document come first, as in the table. */
function codeChoices() {
  // Object.keys loses the keys' type.
  return (Object.keys(errorTable) as ErrorCode[]).map((code) => ({
    value: code,
    label: isDocumented(code) ? code : `${code} (seen in public clients)`,
  }));
}
