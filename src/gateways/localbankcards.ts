import { amount, customerIp, invoiceNo, lang, returnUrl } from './fields.ts';
import type { CheckoutGateway, Payment } from './gateway.ts';

export const localbankcards: CheckoutGateway = {
  token: 'localbankcards',
  flow: 'checkout',
  currency: 'LYD',
  confirmFields: [amount, invoiceNo, returnUrl, customerIp, lang],
  page: 'local-card',
  methods: {},
  callback: { method: 'GET', to: 'return_url', fields },
  return: { atOnce: true, fields },
};

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
