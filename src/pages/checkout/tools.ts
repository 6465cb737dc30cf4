import { usualOrder } from '../../flows/delivery.ts';
import type { Session } from '../../flows/session.ts';
import type { ReadField } from '../../http/read-form.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { deliveryOrders, tamperings } from '../../settings/delivery.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Words } from '../words/words.ts';
import { readDelivery } from './delivery-form.ts';
import { methodInMind, readReason } from './payment-form.ts';
import { presetChoices } from './presets.ts';
import { previewOf } from './preview.ts';
import type { Choice, Preview, TesterTools } from './tool-models.ts';

/** The tester tools with the tester's choices and a preview of what the merchant would receive. */
export function testerTools(
  runtime: Runtime,
  session: Session,
  texts: Words,
  chosen: ReadField,
): TesterTools {
  const { transaction } = session;
  const isOpen = chosen('preview') !== '';
  const { delay, copies } = runtime.settings.current.callback;
  const { genuine, ...forgeries } = texts.tamperings;
  const usual = usualOrder(runtime, transaction.invoiceNo);
  const presets = presetChoices(texts, chosen, usual);
  return {
    isOpen,
    isAdvanced: !presets.some((preset) => preset.chosen),
    presets,
    orders: choices(deliveryOrders, texts.orders, chosen('order') || usual),
    // `Object.keys` returns `string[]`.
    reasons: choices(
      Object.keys(texts.reasons) as (keyof Words['reasons'])[],
      texts.reasons,
      readReason(chosen, texts),
    ),
    holds: holds(texts, runtime.settings.current.callback, chosen('hold')),
    tamperings: choices(['', ...tamperings], { '': genuine, ...forgeries }, chosen('tamper')),
    outcomes: choices(['approve', 'cancel'], texts.preview.outcomes, chosen('outcome') || 'approve'),
    // Signing the preview takes a tenth of the page's time, and most visitors never open it. The script
    // requests it.
    preview: isOpen ? preview(runtime, session, texts, chosen) : undefined,
    delay: { typed: chosen('delay'), otherwise: typeof delay === 'number' ? `${delay}ms` : delay },
    copies: { typed: chosen('copies'), otherwise: String(copies) },
  };
}

/** The first choice, an empty value, is what the settings say. In `manual` mode, every callback is held. */
function holds(
  { holds: { asSet, send, hold } }: Words,
  callback: Settings['callback'],
  chosen: string,
): Choice[] {
  const isManual = callback.mode === 'manual';
  if (callback.hold && !isManual) return choices(['', '0', '1'], { '': asSet, '0': send, '1': hold }, chosen);
  return choices(['', '1'], { '': isManual ? asSet : send, '1': hold }, chosen === '1' ? '1' : '');
}

function choices<Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
  chosen: string,
): Choice[] {
  return values.map((value) => ({ value, label: labels[value], chosen: value === chosen }));
}

function preview(runtime: Runtime, session: Session, texts: Words, chosen: ReadField): Preview | undefined {
  const choice = readDelivery(runtime, session, chosen, texts);
  if ('errors' in choice) return undefined;
  const isPaid = chosen('outcome') !== 'cancel';
  const ending = {
    outcome: isPaid ? 'completed' : 'canceled',
    method: isPaid ? methodInMind(runtime, session, chosen) : undefined,
    choice,
  } as const;
  return previewOf(runtime, session, ending, texts.preview.times);
}
