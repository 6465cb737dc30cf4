import { duration } from './counted.ts';
import { dateAndTime } from './dates.ts';
import { dashboardEnglish } from './words-dashboard-en.ts';
import { legalEnglish } from './words-legal-en.ts';
import { phoneEnglish } from './words-phone-en.ts';
import { stepsEnglish } from './words-steps-en.ts';
import { testerEnglish } from './words-tester-en.ts';

export const english = {
  sandbox: 'Sandbox',
  sandboxDetail: 'No real money moves.',
  modes: { live: 'Live mode', test: 'Test mode' },
  otherLanguage: 'العربية',
  chooseLanguage: 'Language',
  currency: { LYD: 'LYD', USD: 'USD' },

  summary: 'Payment summary',
  sums: {
    open: 'Amount due',
    paid: 'Amount paid',
    canceled: 'Amount',
    declined: 'Amount',
    expired: 'Amount',
  },
  merchant: 'Merchant',
  amount: 'Amount',
  invoice: 'Invoice',
  timeLeft: 'Time left',
  time: duration('en', { minutes: { other: '# min' }, seconds: { other: '# sec' } }),
  bankCard: 'Bank card',
  reference: 'Reference',
  endedAt: 'Date and time',
  dateAndTime: dateAndTime('en-GB', { dateStyle: 'medium', timeStyle: 'short' }),
  keepReference: 'Keep the reference in case you need to ask about this payment.',

  kinds: {
    'local-card': 'Pay with a local bank card',
    card: 'Pay by card',
    methods: 'Choose how to pay',
  },
  kindNotes: {
    'local-card': 'Your bank sends a code to your phone in the next step.',
    card: 'You are charged in US dollars. Your bank may ask you to confirm this payment.',
  },

  number: 'Card number',
  expiry: 'Expiry date',
  cvc: 'Security code',
  holder: 'Name on card',
  method: 'Payment method',
  pay: 'Pay',
  cancel: 'Cancel and return to the store',
  paying: 'Processing…',
  fixErrors: 'Check the highlighted fields.',

  errors: {
    numberMissing: 'Enter the card number.',
    numberUnknown: 'Only test cards work here. Do not enter a real card.',
    numberInvalid: 'This card number is incomplete.',
    expiryMissing: 'Enter the expiry date as MM/YY.',
    expiryInvalid: 'Enter the expiry date as MM/YY, for example 09/30.',
    expiryPast: 'This card has expired.',
    cvcMissing: 'Enter the security code.',
    cvcInvalid: 'The security code has 3 or 4 digits.',
    holderMissing: 'Enter the name as it appears on the card.',
    methodMissing: 'Choose a payment method.',
    optionInvalid: 'Choose a valid option.',
    delayInvalid: 'Enter a time such as 5s, 250ms or 2m, up to 24h.',
    copiesInvalid: 'Enter a number from 1 to 5.',
  },

  declinedHeading: 'The payment did not go through',
  tryAgain: 'You were not charged. You can try again.',
  reasons: {
    declined: 'Your bank declined the payment.',
    insufficient_funds: 'There is not enough money in the account.',
    expired_card: 'The card has expired.',
    incorrect_cvc: 'The security code is wrong.',
    wrong_code: 'The one-time code is wrong.',
    limit_exceeded: 'The payment is above the limit of this card.',
    authentication_failed: 'The bank could not confirm that this card is yours.',
    processing_error: 'A temporary error stopped the payment.',
    failed: 'The payment failed.',
  },

  testCards: 'Test cards',
  testCardsHint: 'Choose a card to fill in the form.',
  cards: {
    approve: 'Approved',
    decline: 'Declined',
    insufficient: 'Insufficient funds',
    expired: 'Expired card',
    challenge: '3-D Secure challenge',
    failsOnce: 'Fails once, then works',
  },
  methodName: 'Method',
  methodKinds: {
    wallet: {
      note: 'Confirm with a code by SMS',
      names: [
        { name: 'Mobile wallet', note: 'Pay from your wallet balance' },
        { name: 'Bank transfer', note: 'Straight from your account' },
        { name: 'Banking app', note: 'Confirm with your mobile number' },
        { name: 'QR payment', note: 'Confirm with your mobile number' },
        { name: 'Payment agent', note: 'Confirm with your mobile number' },
      ],
    },
    card: {
      note: 'Card number and expiry date',
      names: [
        { name: 'Bank card', note: 'Card number and expiry date' },
        { name: 'Prepaid card', note: 'Pay from the card’s balance' },
        { name: 'Business card', note: 'For company accounts' },
        { name: 'Savings card', note: 'From your savings account' },
        { name: 'Gift card', note: 'Pay from the card’s balance' },
      ],
    },
  },
  legal: legalEnglish,

  steps: stepsEnglish,
  phone: phoneEnglish,

  ...testerEnglish,
  ...dashboardEnglish,

  results: {
    paid: { heading: 'Payment complete', text: 'Thank you. Your payment was approved.' },
    canceled: { heading: 'Payment canceled', text: 'You were not charged.' },
    declined: {
      heading: 'Payment declined',
      text: 'You were not charged. This payment can no longer be completed.',
    },
    expired: {
      heading: 'This payment has expired',
      text: 'You were not charged. Go back to the store and start a new payment.',
    },
  },
  backTo: 'Back to',
  returning: 'Taking you back to the store…',
  tabClosed: 'In this test, the customer closes the page here and does not return to the store.',

  messages: {
    noPage: {
      heading: 'Page not found',
      text: 'No page or record exists at this address. A reset may have deleted it.',
    },
    unknown: {
      heading: 'Payment page not found',
      text: 'This link is incomplete, or the payment no longer exists. Go back to the store and start again.',
    },
    notAllowed: {
      heading: 'This cannot be opened here',
      text: 'Go back to the payment page and use its buttons.',
    },
    refused: {
      heading: 'Request rejected',
      text: 'Another site cannot change anything here. The checkout opens by a link or a redirect with 303. If your app posted a form here, or redirected one with 307 or 308, which repeats the POST, use 303. If this is the checkout’s own form, set the address of your proxy with --public-url.',
    },
    notStored: {
      heading: 'Temporarily unavailable',
      text: 'This payment cannot be processed right now. Try again later.',
    },
    failed: { heading: 'Something went wrong', text: 'Nothing was charged. Try again in a moment.' },
  },
};
