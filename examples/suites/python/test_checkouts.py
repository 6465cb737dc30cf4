import unittest
import urllib.request

from gateway_tests import GatewayTests, merchant


class CheckoutTests(GatewayTests):
    callback_method = 'GET'
    own_fields: dict

    def setUp(self):
        super().setUp()
        self.merchant = merchant()

    def payment(self, amount='25.50'):
        return_url = f'{self.merchant.url}/return'
        return {'amount': amount, 'invoice_no': self.invoice_no, 'return_url': return_url}

    def first_call(self, amount):
        return self.confirm(self.payment(amount))

    def start_checkout(self):
        return self.confirm(self.payment()).result['redirect_url']

    def decide(self, redirect_url, decision, **members):
        answer = self.tenant.decide(redirect_url, decision, **members)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.body

    def only_arrival(self):
        arrivals = self.merchant.arrivals(self.invoice_no)
        self.assertEqual(len(arrivals), 1, arrivals)
        return arrivals[0]

    def test_an_approved_payment_arrives_once_with_a_genuine_hash(self):
        self.decide(self.start_checkout(), 'approve')
        self.tenant.wait_until_settled()
        arrival = self.only_arrival()
        self.assertEqual(arrival.method, self.callback_method)
        self.assertTrue(arrival.genuine)
        told = {'gateway': self.gateway, 'approved': '1', 'invoice_no': self.invoice_no}
        self.assertEqual(arrival.fields, arrival.fields | told | {'amount': '25.50'} | self.own_fields)

    def test_the_customers_return_has_a_genuine_hash_too(self):
        answer = self.decide(self.start_checkout(), 'approve', order='return-only')
        urllib.request.urlopen(answer['return_url']).close()
        arrival = self.only_arrival()
        self.assertEqual((arrival.method, arrival.genuine, arrival.fields['approved']), ('GET', True, '1'))

    def test_a_callback_that_goes_first_is_there_before_the_customer_returns(self):
        self.decide(self.start_checkout(), 'approve', order='callback-first')
        self.assertTrue(self.merchant.has_been_paid(self.invoice_no))

    def test_a_declined_customer_tries_again_and_pays(self):
        redirect_url = self.start_checkout()
        self.decide(redirect_url, 'decline', reason='insufficient_funds')
        self.assertEqual(self.tenant.callbacks(self.invoice_no), [])
        self.decide(redirect_url, 'approve')
        self.tenant.wait_until_settled()
        self.assertTrue(self.merchant.has_been_paid(self.invoice_no))

    def test_an_expired_checkout_cannot_be_paid(self):
        redirect_url = self.start_checkout()
        self.decide(redirect_url, 'expire')
        late = self.tenant.decide(redirect_url, 'approve')
        self.assertEqual(late.refusal, (409, 'ALREADY_DECIDED'))
        self.assertEqual(self.tenant.transaction(self.invoice_no)['status'], 'expired')
        self.assertEqual(self.tenant.callbacks(self.invoice_no), [])

    def test_a_forged_callback_is_refused_and_the_genuine_one_pays(self):
        self.decide(self.start_checkout(), 'approve', order='callback-first', tamper='wrong-hash')
        # The forged callback was sent instead of the genuine one, which is held.
        callbacks = {each['tampered']: each for each in self.tenant.callbacks(self.invoice_no)}
        forged, genuine = callbacks['wrong-hash'], callbacks[None]
        # A refused callback is repeated until it is held.
        self.tenant.order(f'callbacks/{forged["id"]}/hold')
        self.assertEqual(forged['attempts'][0]['answer']['status'], 400)
        self.assertFalse(self.merchant.has_been_paid(self.invoice_no))
        self.tenant.order(f'callbacks/{genuine["id"]}/release')
        self.tenant.wait_until_settled()
        self.assertTrue(self.merchant.has_been_paid(self.invoice_no))


class CardTests(CheckoutTests):
    def test_a_cancellation_arrives_and_nothing_is_paid(self):
        self.decide(self.start_checkout(), 'cancel')
        self.tenant.wait_until_settled()
        arrival = self.only_arrival()
        self.assertEqual((arrival.genuine, arrival.fields['canceled']), (True, '1'))
        self.assertFalse(self.merchant.has_been_paid(self.invoice_no))


class LocalBankCards(CardTests, unittest.TestCase):
    gateway = 'localbankcards'
    own_fields = {}


class CardGw(CardTests, unittest.TestCase):
    gateway = 'cardgw'
    own_fields = {'currency': 'USD'}


class Aggregator(CheckoutTests, unittest.TestCase):
    gateway = 'aggregator'
    callback_method = 'POST'
    own_fields = {'paymet_method': 'method_1'}

    def payment(self, amount='25.50'):
        callback_url = f'{self.merchant.url}/callback'
        return {**super().payment(amount), 'mobile_number': '0912345678', 'callback_url': callback_url}

    def test_after_a_cancellation_the_customer_alone_returns(self):
        answer = self.decide(self.start_checkout(), 'cancel')
        self.assertEqual(self.tenant.callbacks(self.invoice_no), [])
        urllib.request.urlopen(answer['return_url']).close()
        arrival = self.only_arrival()
        self.assertEqual((arrival.genuine, arrival.fields['approved']), (True, '0'))
        self.assertFalse(self.merchant.has_been_paid(self.invoice_no))
