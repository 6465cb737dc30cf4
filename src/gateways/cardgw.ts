import type { CheckoutDefinition, Payment } from './definition.ts';
import { amount, customerIp, invoiceNo, lang, returnUrl } from './fields.ts';
import { testCards } from './test-cards.ts';

export const cardgw = {
  flow: 'checkout',
  currency: 'USD',
  confirmFields: [amount, invoiceNo, returnUrl, customerIp, lang],
  page: 'card',
  methods: {},
  testCards: testCards('cardgw'),
  callback: { method: 'GET', to: 'return_url', fields },
  return: { atOnce: true, fields },
  assumptions: [
    {
      id: 'cardgw.order',
      question: 'order of cardgw',
      confidence: 'high',
      reason: 'gateway, approved or canceled, amount, currency, invoice_no, transaction_id, hashed.',
    },
  ],
} satisfies CheckoutDefinition;

function fields(payment: Payment) {
  return [
    ['gateway', payment.gateway],
    [payment.outcome === 'completed' ? 'approved' : 'canceled', '1'],
    ['amount', payment.amount],
    ['currency', payment.currency],
    ['invoice_no', payment.invoiceNo],
    ['transaction_id', payment.transactionId],
  ] as const;
}
