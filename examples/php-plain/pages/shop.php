<form method="post" action="/orders">
<label>Amount <input name="amount" value="25.50" inputmode="decimal" required></label>
<label>Pay by
<select name="gateway">
<?php foreach (Shop\Payments::GATEWAYS as $gateway) : ?>
<option><?= $e($gateway) ?></option>
<?php endforeach ?>
</select></label>
<label>Mobile number <input name="mobile_number" type="tel" placeholder="0912345678">
<small>For the wallets and the aggregator</small></label>
<label>Year of birth <input name="birth_year" inputmode="numeric" placeholder="1990">
<small>For walletA</small></label>
<button>Buy</button>
</form>
