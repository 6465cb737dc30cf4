import type { CheckoutDefinition, Payment } from './definition.ts';
import { amount, customerIp, invoiceNo, lang, returnUrl } from './fields.ts';
import { testCards } from './test-cards.ts';

export const localbankcards = {
  flow: 'checkout',
  currency: 'LYD',
  confirmFields: [amount, invoiceNo, returnUrl, customerIp, lang],
  page: 'local-card',
  methods: {},
  testCards: testCards('localbankcards'),
  callback: { method: 'GET', to: 'return_url', fields },
  return: { atOnce: true, fields },
} satisfies CheckoutDefinition;

// `approved` and `canceled` exclude each other: the document sends each only in its own case.
function fields(payment: Payment) {
  return [
    ['gateway', payment.gateway],
    [payment.outcome === 'completed' ? 'approved' : 'canceled', '1'],
    ['invoice_no', payment.invoiceNo],
    ['amount', payment.amount],
    ['transaction_id', payment.transactionId],
  ] as const;
}
