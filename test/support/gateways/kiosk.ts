import type { CheckoutDefinition, Payment } from '../../../src/gateways/definition.ts';
import { amount, callbackUrl, invoiceNo, lang, returnUrl } from '../../../src/gateways/fields.ts';
import { mobileNumber } from '../../../src/gateways/mobile-number.ts';

/** A fictional gateway: a page with its own methods, and a card that no other gateway accepts. */
export const kiosk = {
  flow: 'checkout',
  currency: 'LYD',
  confirmFields: [
    amount,
    invoiceNo,
    mobileNumber({
      assumption: 'kiosk.mobile-number',
      rule: '09 and 8 digits',
      pattern: '^09[0-9]{8}$',
      example: '0912345678',
    }),
    returnUrl,
    callbackUrl,
    lang,
  ],
  page: 'methods',
  methods: { kiosk_phone: 'wallet', kiosk_card: 'card' },
  testCards: [{ number: '9200000000000008', outcome: 'approve' }],
  callback: { method: 'POST', to: 'callback_url', fields },
  return: { atOnce: false, fields },
  assumptions: [
    {
      id: 'kiosk.order',
      question: 'order of kiosk',
      confidence: '-',
      reason: 'gateway, method, result, invoice_no.',
    },
  ],
} satisfies CheckoutDefinition;

function fields(payment: Payment) {
  return [
    ['gateway', payment.gateway],
    ['method', payment.method],
    ['result', payment.outcome],
    ['invoice_no', payment.invoiceNo],
  ] as const;
}
