/** What a rehearsal finds in each twin: the kinds of its problems, and one customer that shows it. */
export interface Found {
  readonly kinds: readonly string[];
  readonly customer: string;
}

const found = (customer: string, ...kinds: readonly string[]): Found => ({ kinds, customer });

/** By the twin's name, which is the same for the same fault in another language. */
export const findings: Readonly<Record<string, Found>> = {
  'expects the hash in lower case': found('pays', 'broken', 'lost'),
  'signs without URL-encoding and with sorted names': found('pays', 'broken', 'lost'),
  'does not look at the hash': found('forged-hash', 'wrong'),
  'does not look at the hash of a card': found('forged-return', 'wrong'),
  'looks at the hash where there is one': found('no-hash', 'wrong'),
  'trusts what a browser brings back': found('forged-return', 'wrong'),
  'looks at the hash of a return where there is one': found('forged-return', 'wrong'),
  'refuses a forgery, and books it behind its answer': found('forged-hash', 'wrong'),
  'checks the hash over its own amount, and books the one that came': found('changed-amount', 'wrong'),
  'takes the order from a parameter of its own': found('other-invoice', 'wrong'),
  'takes the order of a return that pays from a parameter of its own': found('other-invoice', 'wrong'),
  'does not compare the amount': found('other-amount', 'wrong'),
  'is content when approved is there': found('approved-0', 'wrong'),
  'takes a true hash for a payment': found('cancels', 'wrong'),
  'books every callback': found('lost-answer', 'doubled'),
  'books every callback and every return of a card': found('pays', 'doubled'),
  'answers 500 to a repeat': found('lost-answer', 'broken'),
  'answers a repeat with an error': found('lost-answer', 'broken'),
  'looks, waits for its database, and books': found('crowd', 'doubled'),
  'looks whether it is paid, and books later': found('crowd', 'doubled'),
  'does not lock the order': found('crowd', 'doubled'),
  'shows an error to customers whose order is paid': found('pays', 'broken'),
  'leads the customer to a page that breaks': found('pays', 'broken'),
  'closes the order when the customer is back before the callback': found('returns-first', 'lost'),
  'gives an order up not a second after the customer is back': found('late-callback', 'lost'),
  'pays by the return alone': found('closes-tab', 'lost'),
  'pays by the callback alone': found('lost-callback', 'lost'),
  'breaks on what is forged': found('forged-hash', 'broken'),
  'breaks the connection off on what is forged': found('forged-hash', 'broken'),
  'counts a forgery as a booking, though not as paid': found('forged-hash', 'doubled', 'wrong'),
  'counts a payment before it looks what the message says': found('other-amount', 'wrong'),
  'answers a cancel with an error': found('cancels', 'broken'),
  'cancels before it looks at the hash': found('forged-cancel-then-pays', 'lost'),
  'closes on a forged approved=0 of the callback, while its returns need a login': found(
    'forged-cancel-then-pays',
    'lost',
  ),
  'pays, and never counts it': found('pays', 'lost'),
  'counts a payment only when the customer returns': found('closes-tab', 'lost'),
  'closes the order when somebody forges a message about it': found('forged-hash-then-pays', 'lost'),
};

/** Twins whose orders end as they must: only the audit looks at them in between. */
export const rightInTheEnd: ReadonlySet<string> = new Set([
  'marks an order canceled before it looks at the hash, and can be paid still',
  'marks an order failed when it sees a wrong hash, and can be paid still',
  'remembers a callback before it looks at the hash, and lets the return pay',
]);
