import { gatewayTokens } from '../../gateways/index.ts';
import type { ReadField } from '../../http/read-form.ts';
import { type ErrorCode, errorTable, isDocumented } from '../../protocol/errors.ts';
import { actions } from '../../protocol/vocabulary.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { clientTimeouts } from '../../store/fault.ts';
import type { Reader } from '../reader.ts';
import type { BodyOf, RefusedForm } from './actions.ts';
import { faultCall, onlyCallOf } from './fault-calls.ts';
import type { EffectChoice } from './fault-models.ts';
import { selectField, switchField, textField } from './form-fields.ts';
import type { FormField } from './tool-models.ts';

type Words = Reader['t']['dashboard']['faults'];

/** The effects of a fault, each with its own fields. */
export function effectChoices(words: Words, form: RefusedForm): EffectChoice[] {
  const chosen = form.read('kind') || 'code';
  const choice = (kind: keyof Words['effects'], fields: FormField[]): EffectChoice => {
    const [label = '', hint = ''] = words.effects[kind];
    return { kind, label, hint, isChosen: kind === chosen, fields };
  };
  const bodies = Object.entries(words.bodies).map(([value, label]) => ({ value, label }));
  return [
    choice('code', [selectField(form, 'effect.code', words.errorCode, codeChoices(words))]),
    choice('past_timeout', [
      selectField(form, 'effect.past_timeout', words.givesUp, choices(clientTimeouts), { value: '30s' }),
    ]),
    choice('delay', [textField(form, 'effect.delay', words.delay, { value: '2s', hint: words.delayHint })]),
    choice('http_status', [
      textField(form, 'effect.http_status', words.httpStatus, { value: '502' }),
      selectField(form, 'effect.body', words.body, bodies, { value: 'html' }),
    ]),
    choice('hang', [switchField(form, 'hang.after', words.after, false)]),
    choice('reset', [switchField(form, 'reset.after', words.after, false)]),
  ];
}

/** The fields that select which requests are affected. */
export function matchFields({ store, names }: Runtime, words: Words, form: RefusedForm): FormField[] {
  const any = { value: '', label: words.any };
  const accounts = store.accounts.all().map(({ id, name }) => ({ value: id, label: `${name} (${id})` }));
  const gateways = choices(gatewayTokens.map((token) => names.of(token)));
  const placeholder = words.anyPlaceholder;
  return [
    selectField(form, 'match.account', words.account, [any, ...accounts]),
    selectField(form, 'match.gateway', words.gateway, [any, ...gateways]),
    selectField(form, 'match.action', words.call, [any, ...choices(actions)]),
    textField(form, 'match.invoice_no', words.invoice, { placeholder }),
    textField(form, 'match.mobile_number', words.mobile, { placeholder }),
  ];
}

/** The fields that say how often the fault fires. */
export function countFields(words: Words, form: RefusedForm): FormField[] {
  return [
    textField(form, 'times', words.times, { value: '1', hint: words.timesHint }),
    textField(form, 'probability', words.chance, { placeholder: '1', hint: words.chanceHint }),
    textField(form, 'seed', words.seed, { placeholder: '1', hint: words.seedHint }),
  ];
}

/** The form's body for `addFault`. */
export function faultAsked(read: ReadField): BodyOf<'addFault'> {
  const match = ['account', 'gateway', 'action', 'invoice_no', 'mobile_number']
    .map((name) => [name, name === 'action' ? faultCall(read) : read(`match.${name}`).trim()])
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

/** A number if the text is one. Other text is passed on for the call to refuse. */
function numberOr(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function choices(values: readonly string[]) {
  return values.map((value) => ({ value, label: value }));
}

/** By the call that returns them, then documented codes first, in the order of the table. */
function codeChoices({ seenInClients, callGroups }: Words) {
  // `Object.keys` returns `string[]`.
  const choices = (Object.keys(errorTable) as ErrorCode[]).map((code) => ({
    value: code,
    label: isDocumented(code) ? code : seenInClients(code),
    group: callGroups[onlyCallOf(code) ?? 'any'],
  }));
  return Object.values(callGroups).flatMap((group) => choices.filter((each) => each.group === group));
}
