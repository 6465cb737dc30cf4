<?php
$standings = [
    'awaiting' => 'We are not paid for this order yet.',
    'paid' => 'Paid. Thank you! Your order is on its way.',
    'canceled' => 'You canceled on the payment page. Nothing was charged.',
    'declined' => 'The payment was not completed. Nothing was charged.',
];
$isAwaiting = $order['status'] === 'awaiting';
?>
<?php if ($problem !== '') : ?>
<p role="alert"><?= $e($problem) ?></p>
<?php endif ?>
<p class="<?= $e($order['status']) ?>"><?= $e($standings[$order['status']]) ?></p>
<p><?= $e("{$order['amount']} by {$order['gateway']}") ?>, invoice <code><?= $e($order['invoice_no']) ?></code></p>
<?php if ($isAwaiting && $order['process_id'] !== null) : ?>
<form method="post" action="/orders/<?= $e($order['invoice_no']) ?>/code">
<label>Code from the message
<input name="code" inputmode="numeric" autocomplete="one-time-code" autofocus required></label>
<button>Pay</button>
</form>
<?php elseif ($isAwaiting && $problem === '') : /* The customer may return before the callback arrives. */ ?>
<p><a href="/orders/<?= $e($order['invoice_no']) ?>">Look again</a></p>
<?php endif ?>
<p><a href="/">Back to the shop</a></p>
