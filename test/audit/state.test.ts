import { describe, expect, it } from 'vitest';
import { filledCommand, filledUrl } from '../../src/audit/placeholders.ts';
import { isGivenUp, stateOf } from '../../src/audit/state.ts';
import { AuditError } from '../../src/audit/verdict.ts';

describe('the state of an order', () => {
  it.each([
    ['{"status":"paid","paid_times":1}', true, 'paid', 1],
    ['{"status":"Completed"}', true, 'Completed', undefined],
    ['{"status":"paid","times_paid":2}', true, 'paid', 2],
    ['{"status":"paid","paid_times":"20"}', true, 'paid', 20],
    ['{"status":"paid","paid_times":"often","times_paid":"1"}', true, 'paid', 1],
    ['{"status":"awaiting","paid_times":0}', false, 'awaiting', 0],
    ['{"status":"unpaid"}', false, 'unpaid', undefined],
    ['{"paid":true}', false, '{"paid":true}', undefined],
    ['paid\n', true, 'paid', undefined],
    ['"paid"', true, 'paid', undefined],
    ['{"status":true,"paid_times":1}', false, '{"status":true,"paid_times":1}', 1],
    ['not paid', false, 'not paid', undefined],
    ['', false, '', undefined],
  ])('is read from %j', (answer, isPaid, word, timesPaid) => {
    expect(stateOf(answer)).toMatchObject({ isPaid, word, timesPaid });
  });

  it.each([
    ['wc-processing', /^wc-(processing|completed)$/, true],
    ['wc-pending', /^wc-(processing|completed)$/, false],
    ['{"status":"paid"}', /^settled$/, false],
    ['{"status":"processing","paid_times":1}', /^processing$/, true],
    ['{"status":"pending","paid_times":0}', /paid|processing/, false],
    ['{"status":3,"paid_times":1}', /"status":3\b/, true],
    ['{"status":true,"order":"processing"}', /processing/, true],
    ['{"status":200,"data":{"state":"pending"}}', /"state":"paid"/, false],
    ['{"status":"success","data":{"payment_status":"paid"}}', /"payment_status":"paid"/, true],
    ['{"status":"success","data":{"payment_status":"pending"}}', /"payment_status":"paid"/, false],
    ['{"status":"success","data":{"payment_status":"paid"}}', /paid/, false],
    ['"wc-processing"', /^wc-processing$/, true],
    ['"wc-processing"', /^"wc-processing"$/, true],
    ['{"paid":true}', /"paid":true/, true],
    ['{"status":{"name":"done"}}', /"name":"done"/, true],
    ['[{"status":"done"}]', /"done"/, true],
  ])('%s with --paid-when %s', (answer, paidWhen, isPaid) => {
    expect(stateOf(answer, paidWhen).isPaid).toBe(isPaid);
  });
});

it('a whole answer that was matched is what the reports show', () => {
  const answer = '{"status":"success","payment":"paid","paid_times":1}';
  const state = { isPaid: true, word: answer, timesPaid: 1 };
  expect(stateOf(answer, /"payment":"paid"/)).toMatchObject(state);
});

describe('placeholders', () => {
  it('are percent-encoded in an address; other braces stay', () => {
    expect(filledUrl('http://shop.test/{invoice}?q={x}&n={constructor}', { invoice: 'a/b c&d' })).toBe(
      'http://shop.test/a%2Fb%20c%26d?q={x}&n={constructor}',
    );
  });

  it('are words of a command, which may stand in quotes of its own', () => {
    expect(filledCommand('order "{invoice}" {amount} {x}', { invoice: 'INV-1/٢', amount: '25.50' })).toBe(
      'order "INV-1/٢" 25.50 {x}',
    );
  });

  it.each(['$(rm x)', 'a"; rm x; "', "it's", '`x`', '%PATH%', 'a b', 'a&b', 'a\nb', '--help', ''])(
    'that a shell might obey are refused: %j',
    (invoice) => {
      expect(() => filledCommand('order {invoice}', { invoice })).toThrow(
        new AuditError(
          `The invoice ${JSON.stringify(invoice)} is not put into a command, because a shell might run it. Commands accept letters, digits and . _ @ : / + -; URLs accept anything.`,
        ),
      );
    },
  );
});

it.each([
  ['{"status":"on-hold","updated_at":"12:30:01"}', 'on-hold'],
  ['"Awaiting payment"', 'Awaiting payment'],
  ['pending', 'pending'],
  ['{"status":"pending since 12:30:01"}', undefined],
  ['{"paid":false,"at":1790000000}', undefined],
  ['<p>pending</p>', undefined],
  ['', undefined],
])('the status in %j is %j', (answer, status) => {
  expect(stateOf(answer).status).toBe(status);
});

it('the status of a whole answer that was matched is that of its member', () => {
  expect(stateOf('{"status":"failed","paid":false}', /"paid":true/).status).toBe('failed');
});

describe('a status', () => {
  it.each(['canceled', 'PaymentFailed', 'declined', 'تم إلغاء الطلب', 'بالغاء العميل', 'طلب لاغٍ', 'ملغاة'])(
    '%j says that a payment has failed',
    (status) => {
      expect(isGivenUp({ ...stateOf(''), status })).toBe(true);
    },
  );

  it.each([
    'awaiting',
    'processing_not_cancelable',
    'not cancellable',
    'بانتظار إبلاغ البنك',
    'بلاغ قيد المعالجة',
    'المبلغ بانتظار التأكيد',
    'مبلغًا',
    'لغاية الغد',
    'avoided',
  ])('%j does not', (status) => {
    expect(isGivenUp({ ...stateOf(''), status })).toBe(false);
  });
});
