import type { CheckoutDefinition, Payment } from './definition.ts';
import { amount, callbackUrl, customerIp, email, invoiceNo, lang, returnUrl } from './fields.ts';
import { mobileNumber } from './mobile-number.ts';
import { testCards } from './test-cards.ts';

const mobile = mobileNumber({
  assumption: 'aggregator.mobile-number',
  rule: '09 or 9, and 8 digits',
  pattern: '^0?9[0-9]{8}$',
  example: '0912345678',
});

export const aggregator = {
  flow: 'checkout',
  currency: 'LYD',
  confirmFields: [amount, invoiceNo, mobile, email, returnUrl, callbackUrl, customerIp, lang],
  page: 'methods',
  methods: { method_1: 'wallet', method_2: 'wallet', method_3: 'card', method_4: 'card', method_5: 'card' },
  testCards: testCards('aggregator'),
  callback: { method: 'POST', to: 'callback_url', fields: callbackFields },
  return: { atOnce: false, fields: returnFields },
  assumptions: [
    {
      id: 'aggregator.callback-order',
      question: 'order of the aggregator’s callback',
      confidence: 'high',
      reason: 'gateway, approved, amount, invoice_no, paymet_method, transaction_id, hashed.',
    },
    {
      id: 'aggregator.return-order',
      question: 'order of the aggregator’s return',
      confidence: 'high',
      reason: 'approved, invoice_no, hashed.',
    },
    {
      id: 'aggregator.mobile-number',
      question: 'mobile number of the aggregator',
      confidence: 'high',
      reason: '09 or 9, and 8 digits.',
    },
    {
      id: 'aggregator.methods',
      question: 'methods of the aggregator',
      confidence: '-',
      reason:
        'method_1 and method_2 ask for a code on the phone, the others for a card; methods in the config says otherwise.',
    },
    {
      id: 'aggregator.failed',
      question: 'aggregator, failed',
      confidence: 'medium',
      reason: 'approved is only 0 if the tester chooses it.',
    },
    {
      id: 'aggregator.canceled',
      question: 'aggregator, canceled',
      confidence: '-',
      reason: 'No callback is documented: none is sent; the browser returns with approved 0.',
    },
    {
      id: 'aggregator.paid',
      question: 'aggregator, paid',
      confidence: 'high',
      reason: 'The customer returns by clicking a button; cards return automatically.',
    },
  ],
} satisfies CheckoutDefinition;

// The API documentation describes a callback only for "Transaction completed".
function callbackFields(payment: Payment) {
  if (payment.outcome !== 'completed') return undefined;
  return [
    ['gateway', payment.gateway],
    ['approved', '1'],
    ['amount', payment.amount],
    ['invoice_no', payment.invoiceNo],
    // `paymet_method` by default, as the API documentation spells it. The setting `aggregator.method_field` changes
    // it.
    [payment.methodField, payment.method],
    ['transaction_id', payment.transactionId],
  ] as const;
}

function returnFields(payment: Payment) {
  return [
    ['approved', payment.outcome === 'completed' ? '1' : '0'],
    ['invoice_no', payment.invoiceNo],
  ] as const;
}
