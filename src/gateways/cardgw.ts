import { amount, customerIp, invoiceNo, lang, returnUrl } from './fields.ts';
import type { CheckoutGateway, Payment } from './gateway.ts';

export const cardgw: CheckoutGateway = {
  token: 'cardgw',
  flow: 'checkout',
  currency: 'USD',
  confirmFields: [amount, invoiceNo, returnUrl, customerIp, lang],
  page: 'card',
  methods: {},
  callback: { method: 'GET', to: 'return_url', fields },
  return: { atOnce: true, fields },
};

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
