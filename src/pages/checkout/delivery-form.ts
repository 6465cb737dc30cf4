import type { DeliveryChoice } from '../../callbacks/choice.ts';
import { deliveryChoice, usualOrder } from '../../flows/delivery.ts';
import type { Session } from '../../flows/session.ts';
import type { ReadField } from '../../http/read-form.ts';
import { durationMs, longest } from '../../protocol/duration.ts';
import { latinDigits } from '../../protocol/mobile-number.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { deliveryOrders, tamperings } from '../../settings/delivery.ts';
import type { Words } from '../words/words.ts';
import type { FormErrors } from './payment-form.ts';

/** The tester's choices, which also apply to a normal payment. Fields without a choice take the defaults. */
export function readDelivery(
  runtime: Runtime,
  { transaction }: Session,
  read: ReadField,
  words: Words,
): DeliveryChoice | { readonly errors: FormErrors } {
  const { errors: texts } = words;
  const order = deliveryOrders.find(
    (each) => each === (read('order') || usualOrder(runtime, transaction.invoiceNo)),
  );
  const delayMs = read('delay') === '' ? undefined : durationMs(latinDigits(read('delay')), longest.delay);
  const copies = copiesOf(read('copies'));
  const tamper = tamperings.find((each) => each === read('tamper'));
  const errors = {
    ...(order === undefined && { order: texts.optionInvalid }),
    ...(delayMs === undefined && read('delay') !== '' && { delay: texts.delayInvalid }),
    ...(copies === undefined && read('copies') !== '' && { copies: texts.copiesInvalid }),
    ...(tamper === undefined && read('tamper') !== '' && { tamper: texts.optionInvalid }),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const hold = read('hold') === '' ? undefined : read('hold') !== '0';
  return deliveryChoice(runtime, transaction.invoiceNo, {
    order,
    delayMs,
    copies,
    hold,
    tamper,
    browser: true,
  });
}

function copiesOf(text: string): number | undefined {
  const copies = latinDigits(text.trim());
  return /^[1-5]$/.test(copies) ? Number(copies) : undefined;
}
