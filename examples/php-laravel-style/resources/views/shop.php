<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pay</title>
<link rel="stylesheet" href="/shop.css">
</head>
<body>
<main>
<h1>Pay</h1>
<form method="post" action="/orders">
<?= csrf_field() ?>
<label>Amount <input name="amount" value="25.50" inputmode="decimal" required></label>
<label>Pay by
<select name="gateway">
<?php foreach ($gateways as $gateway) : ?>
<option><?= e($gateway) ?></option>
<?php endforeach ?>
</select></label>
<label>Mobile number <input name="mobile_number" type="tel" placeholder="0912345678">
<small>For the wallets and the aggregator</small></label>
<label>Year of birth <input name="birth_year" inputmode="numeric" placeholder="1990">
<small>For walletA</small></label>
<button>Buy</button>
</form>
</main>
</body>
</html>
