<p role="alert"><?= $e($problem) ?></p>
<p>Nothing was changed. If you did pay, the payment service will still tell us.</p>
<p><a href="/">Back to the shop</a></p>
