import type { Notes } from '../flows/merchant-request.ts';
import { type AmountVerdict, hundredthsOf, judgeAmount } from '../protocol/amount.ts';
import { ApiError } from '../protocol/errors.ts';
import type { Mode } from '../protocol/vocabulary.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { defaultSettings, type Settings } from '../settings/settings.ts';
import { type RequestContext, required } from './request-context.ts';

/** Checks the amount's format and the maximum of the mode (API documentation, "Limits"). */
export function checkAmount(runtime: Runtime, context: RequestContext): string {
  const mode = required(context.mode);
  const text = required(required(context.fields).get('amount'));
  const verdict = judgeAmount(text, maximumOf(runtime.settings.current, mode));
  noteAmount(context.notes, text, verdict, maximumOf(defaultSettings('documented'), mode));
  if ('code' in verdict) throw new ApiError(verdict.code);
  context.amount = verdict.amount;
  return text;
}

function maximumOf({ limits }: Settings, mode: Mode): number {
  return hundredthsOf(limits.maximum_amount[mode]);
}

/** The API documentation covers XXX, XX.X, XX.XX and the default maximum. Other amounts rely on assumptions. */
function noteAmount({ assumptions }: Notes, text: string, verdict: AmountVerdict, usual: number): void {
  if (/^-|^0\d/.test(text)) assumptions.add('amount.form');
  const isAbove =
    'amount' in verdict ? verdict.amount.hundredths > usual : verdict.code === 'AMOUNT_EXCEEDED_MAXIMUM';
  if (isAbove) assumptions.add('limits.maximum_amount');
}
