import { type FiredFault, noteFired, takeFault } from '../faults/armed.ts';
import { weatherFault } from '../faults/weather.ts';
import { durationMs, longest } from '../protocol/duration.ts';
import { type ErrorCode, errorTable } from '../protocol/errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Effect } from '../store/fault.ts';
import type { ApiAnswer } from './answer.ts';
import { type RequestContext, required } from './request-context.ts';

/** The fault requested by a header, else the first active fault that matches, else the weather's. */
export function firedFault(runtime: Runtime, context: RequestContext): FiredFault | undefined {
  const subject = subjectOf(context);
  const asked = runtime.settings.current.strict ? undefined : askedFault(context);
  if (asked) noteFired(runtime, subject, asked.effect);
  return asked ?? takeFault(runtime, subject) ?? weatherFault(runtime, subject);
}

/** Whether the request is executed before the effect applies. */
export function isCarriedOut(effect: Effect): boolean {
  return 'delayMs' in effect || ('after' in effect && effect.after);
}

/** Whether the answer to a request that was executed never leaves. */
export function isAnswerLost(effect: Effect): boolean {
  return isCarriedOut(effect) && ('reset' in effect || 'hang' in effect);
}

/** The answer that replaces the service's own. Status 0 means that nothing is sent. */
export function faultAnswer(effect: Effect): ApiAnswer {
  if (!('http_status' in effect)) return { status: 0, code: undefined, body: '', headers: {} };
  const { http_status: status, body } = effect;
  const texts = {
    json: JSON.stringify({ message: `Fault with status ${status}` }),
    html: `<!doctype html><title>${status}</title><h1>${status}</h1>`,
    empty: '',
  };
  const types = { json: 'application/json', html: 'text/html; charset=utf-8', empty: 'text/plain' };
  return { status, code: undefined, body: texts[body], headers: { 'Content-Type': types[body] } };
}

function askedFault({ request, notes }: RequestContext): FiredFault | undefined {
  const code = request.headers.get('x-sandbox-fault');
  if (code && isErrorCode(code)) return { name: `header ${code}`, effect: { code } };
  if (typeof code === 'string') notes.lint.add('X-Sandbox-Fault names no error code that is known');
  const delay = request.headers.get('x-sandbox-delay');
  if (typeof delay !== 'string') return undefined;
  const delayMs = durationMs(delay, longest.wait);
  if (delayMs === undefined) {
    notes.lint.add(`X-Sandbox-Delay is not a duration of at most ${longest.wait}`);
    return undefined;
  }
  return { name: `header ${delay}`, effect: { delayMs } };
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorTable, text);
}

function subjectOf({ account, gateway, action, form }: RequestContext) {
  const text = (name: string) => {
    const value = form?.get(name);
    return value && 'text' in value ? value.text : undefined;
  };
  return {
    account: required(account).id,
    gateway: required(gateway).token,
    action: required(action),
    invoice_no: text('invoice_no'),
    mobile_number: text('mobile_number'),
  };
}
