"""Tests for every gateway. One tenant and one merchant server serve the whole suite."""

from functools import cache

from merchant import Merchant
from sandbox import Tenant


@cache
def tenant():
    return Tenant('Python suite')


@cache
def merchant():
    return Merchant(tenant().secret_key)


class GatewayTests:
    gateway: str

    def setUp(self):
        self.tenant = tenant()
        self.invoice_no = self.tenant.new_invoice()

    def payment(self):
        """The fields of a confirm that succeeds."""
        raise NotImplementedError

    def first_call(self, amount):
        """The first call of a payment: verify of a wallet, confirm of a checkout."""
        raise NotImplementedError

    def confirm(self, fields, **options):
        return self.tenant.call(f'{self.gateway}/confirm', fields, **options)

    def assert_refused(self, answer, status, code, field=None):
        self.assertEqual(answer.refusal, (status, code))
        if field is not None:
            self.assertEqual(list(answer.body['error']['fields']), [field])

    def test_an_amount_above_the_maximum_is_refused(self):
        self.assert_refused(self.first_call(amount='500.01'), 400, 'AMOUNT_EXCEEDED_MAXIMUM')

    def test_a_used_invoice_is_refused(self):
        self.assertEqual(self.confirm(self.payment()).status, 200)
        self.assert_refused(self.confirm(self.payment()), 422, 'INVALID_INPUTS', 'invoice_no')

    def test_a_wrong_api_key_is_refused(self):
        self.assert_refused(self.confirm(self.payment(), api_key='wrong'), 401, 'UNAUTHORIZED')

    def test_a_refused_payment_succeeds_after_maintenance(self):
        self.tenant.fail_next('MAINTENANCE_MODE', gateway=self.gateway, action='confirm')
        payment = self.payment()
        self.assert_refused(self.confirm(payment), 400, 'MAINTENANCE_MODE')
        self.assertEqual(self.confirm(payment).status, 200)
