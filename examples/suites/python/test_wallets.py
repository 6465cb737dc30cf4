import unittest

from gateway_tests import GatewayTests


class WalletTests(GatewayTests):
    mobile_number: str
    extra_fields: dict
    unknown_number: str
    unknown_number_error: str
    empty_wallet_code: str
    wrong_code_error: str

    def verify(self, **changes):
        fields = {'mobile_number': self.mobile_number, 'amount': '10.00', **self.extra_fields, **changes}
        return self.tenant.call(f'{self.gateway}/verify', fields)

    def first_call(self, amount):
        return self.verify(amount=amount)

    def payment(self):
        process_id = self.verify().result['process_id']
        self.sent = self.tenant.sent_code(self.mobile_number)
        return {
            'process_id': process_id,
            'code': self.sent['code'],
            'amount': '10.00',
            'invoice_no': self.invoice_no,
        }

    def test_the_code_on_the_phone_pays(self):
        result = self.confirm(self.payment()).result
        self.assertEqual(result['amount'], '10.00')
        transaction = self.tenant.transaction(self.invoice_no)
        self.assertEqual(transaction['transaction_id'], str(result['transaction_id']))
        self.assertEqual(transaction['status'], 'completed')
        event = {'type': 'transaction.completed', 'invoice_no': self.invoice_no}
        self.assertEqual(len(self.tenant.ask('events', **event, wait='10s')['data']), 1)

    def test_a_wrong_code_is_refused_and_the_right_one_still_pays(self):
        payment = self.payment()
        wrong = ('2' if payment['code'][0] == '1' else '1') * len(payment['code'])
        self.assert_refused(self.confirm({**payment, 'code': wrong}), 400, self.wrong_code_error)
        self.assertEqual(self.confirm(payment).status, 200)

    def test_an_expired_code_is_refused(self):
        payment = self.payment()
        self.tenant.order(f'otps/{self.sent["id"]}/expire')
        self.assert_refused(self.confirm(payment), 400, 'OTP_EXPIRED')

    def test_a_payment_is_confirmed_once(self):
        payment = self.payment()
        self.assertEqual(self.confirm(payment).status, 200)
        again = {**payment, 'invoice_no': self.tenant.new_invoice()}
        self.assert_refused(self.confirm(again), 422, 'INVALID_INPUTS', 'process_id')

    def test_a_magic_number_is_refused(self):
        self.assert_refused(self.verify(mobile_number=self.unknown_number), 400, self.unknown_number_error)

    def test_a_magic_code_finds_the_wallet_empty(self):
        payment = {**self.payment(), 'code': self.empty_wallet_code}
        self.assert_refused(self.confirm(payment), 400, 'INSUFFICIENT_BALANCE')


class WalletA(WalletTests, unittest.TestCase):
    gateway = 'walletA'
    mobile_number = '0912345678'
    extra_fields = {'birth_year': '1990'}
    unknown_number = '0919999901'
    unknown_number_error = 'INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR'
    empty_wallet_code = '000003'
    wrong_code_error = 'INVLIAD_OTP'


class WalletB(WalletTests, unittest.TestCase):
    gateway = 'walletB'
    mobile_number = '0945678901'
    extra_fields = {}
    unknown_number = '0949999901'
    unknown_number_error = 'NOT_SUBSCRIBED'
    empty_wallet_code = '0003'
    wrong_code_error = 'CONFIRMATION_ERROR'
