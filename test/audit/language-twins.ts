import type { Twin } from './twin.ts';

/** Faulty merchants in other languages, by the example that they are based on. */
export const languageTwins: Readonly<Record<string, readonly Twin[]>> = {
  'python-stdlib': [
    {
      name: 'does not look at the hash',
      gateway: 'localbankcards',
      edits: [
        ['verify.py', 'if not re.fullmatch("[0-9A-F]{64}", hashed):\n        return None', 'return fields'],
      ],
      fails: ['forged-hash', 'no-hash', 'forged-return', 'other-invoice', 'forged-cancel'],
    },
    {
      name: 'does not compare the amount',
      gateway: 'cardgw',
      edits: [['arrivals.py', "if not is_same_amount(fields.get('amount', ''), order.amount):", 'if False:']],
      fails: ['other-amount'],
    },
    {
      name: 'is content when approved is there',
      gateway: 'aggregator',
      edits: [
        [
          'arrivals.py',
          "self._orders.close(order.invoice_no, 'declined')\n        else:",
          'pass\n        if True:',
        ],
      ],
      fails: ['approved-0'],
    },
    {
      name: 'looks whether it is paid, and books later',
      gateway: 'aggregator',
      edits: [
        ['orders.py', ' AND status <> \'paid\'"""', '"""'],
        [
          'orders.py',
          'return self._change(update, transaction_id, invoice_no)',
          "return self.get(invoice_no).status != 'paid' and not __import__('time').sleep(0.7) and self._change(update, transaction_id, invoice_no)",
        ],
      ],
      fails: ['at-once'],
    },
  ],
  'php-plain': [
    {
      name: 'does not look at the hash',
      gateway: 'aggregator',
      edits: [['src/verify.php', 'hash_equals($expected, $hashed) ?', 'true ?']],
      fails: ['forged-hash', 'no-hash', 'other-invoice', 'forged-cancel'],
    },
    {
      name: 'takes a true hash for a payment',
      gateway: 'localbankcards',
      edits: [
        [
          'src/Arrivals.php',
          "$this->orders->close($order['invoice_no'], 'canceled');",
          "$this->orders->markPaid($order['invoice_no'], $fields['transaction_id']);",
        ],
      ],
      fails: ['canceled'],
    },
    {
      name: 'books every callback',
      gateway: 'aggregator',
      edits: [['src/Orders.php', " AND status <> 'paid'\"", '"']],
      fails: ['duplicate', 'at-once'],
    },
    {
      name: 'answers a repeat with an error',
      gateway: 'aggregator',
      edits: [
        [
          'src/Arrivals.php',
          "$this->orders->markPaid($order['invoice_no'], $fields['transaction_id']);",
          "$this->orders->markPaid($order['invoice_no'], $fields['transaction_id']) || throw new Refusal(409, 'paid');",
        ],
      ],
      fails: ['duplicate', 'at-once'],
    },
  ],
  'php-laravel-style': [
    {
      name: 'looks at the hash where there is one',
      gateway: 'aggregator',
      edits: [
        [
          'app/Services/verify.php',
          'hash_equals($expected, $hashed) ?',
          "$hashed === '' || hash_equals($expected, $hashed) ?",
        ],
      ],
      fails: ['no-hash', 'forged-cancel'],
    },
    {
      name: 'looks whether it is paid, and books later',
      gateway: 'aggregator',
      edits: [
        [
          'app/Models/Order.php',
          "$booked = static::where('id', $this->id)->where('status', '<>', 'paid')->update([",
          "usleep($this->status === 'paid' ? 0 : 700_000);\n        $booked = $this->status === 'paid' ? 0 : static::where('id', $this->id)->update([",
        ],
      ],
      fails: ['at-once'],
    },
    {
      name: 'closes the order when the customer is back before the callback',
      gateway: 'aggregator',
      edits: [
        ['app/Services/Settlement.php', "} elseif (($fields['approved'] ?? '') === '0') {", '} else {'],
        ['app/Models/Order.php', "->where('status', '<>', 'paid')", "->where('status', 'awaiting')"],
      ],
      fails: ['return-only', 'return-first', 'slow'],
    },
  ],
  'woo-handler': [
    {
      name: 'does not look at the hash',
      gateway: 'localbankcards',
      edits: [['payment-gateway-api/verify.php', 'hash_equals($expected, $hashed) ?', 'true ?']],
      fails: ['forged-hash', 'no-hash', 'forged-return', 'other-invoice', 'forged-cancel'],
    },
    {
      name: 'does not compare the amount',
      gateway: 'cardgw',
      edits: [
        [
          'payment-gateway-api/class-payment-api-messages.php',
          "!self::is_same_amount($fields['amount'] ?? '', $order->get_total()) =>",
          'false =>',
        ],
      ],
      fails: ['other-amount'],
    },
    {
      name: 'does not lock the order',
      gateway: 'aggregator',
      edits: [
        [
          'payment-gateway-api/class-payment-api-messages.php',
          'payment_api_$order_id";',
          'payment_api_" . bin2hex(random_bytes(4));',
        ],
        [
          'payment-gateway-api/class-payment-api-messages.php',
          '$order->payment_complete($transaction_id);',
          'usleep(700_000);\n            $order->payment_complete($transaction_id);',
        ],
      ],
      fails: ['at-once'],
    },
  ],
};
