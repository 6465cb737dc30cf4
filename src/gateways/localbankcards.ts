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
  assumptions: [
    {
      id: 'localbankcards.order',
      question: 'order of localbankcards',
      confidence: 'high',
      reason:
        'gateway, approved or canceled, invoice_no, amount, transaction_id, hashed: some clients expect a fixed order.',
    },
  ],
} satisfies CheckoutDefinition;

// `approved` and `canceled` are mutually exclusive: the API documentation sends each in its own case only.
function fields(payment: Payment) {
  return [
    ['gateway', payment.gateway],
    [payment.outcome === 'completed' ? 'approved' : 'canceled', '1'],
    ['invoice_no', payment.invoiceNo],
    ['amount', payment.amount],
    ['transaction_id', payment.transactionId],
  ] as const;
}
