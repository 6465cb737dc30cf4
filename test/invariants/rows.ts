/** What a sandbox's rows must never show, whatever has happened. Each query returns one text per breach. */
export interface RowRule {
  /** The invariant's number and the fault. Precedes the query's text. */
  readonly says: string;
  readonly sql: string;
}

const wallets = "('walletA', 'walletB')";

export const rowRules: readonly RowRule[] = [
  {
    says: 'I1: an invoice is completed more than once',
    sql: `SELECT account_id || ' ' || mode || ' ' || invoice_no FROM transactions WHERE status = 'completed'
      GROUP BY account_id, mode, invoice_no HAVING count(*) > 1`,
  },
  {
    says: 'I1: a completed transaction does not hold its invoice number',
    sql: `SELECT id FROM transactions WHERE status = 'completed' AND holds_invoice <> 1`,
  },
  {
    says: 'I1: a confirmed process has no completed transaction',
    sql: `SELECT process_id FROM verifications AS v WHERE status = 'confirmed' AND NOT EXISTS
      (SELECT 1 FROM transactions AS t WHERE t.id = v.transaction_id AND t.status = 'completed')`,
  },
  {
    says: 'I1: a transaction is paid by several processes, or one of a wallet by none',
    sql: `SELECT t.id FROM transactions AS t LEFT JOIN verifications AS v ON v.transaction_id = t.id
      AND v.status = 'confirmed' GROUP BY t.id
      HAVING count(v.process_id) > 1 OR (t.gateway IN ${wallets} AND count(v.process_id) <> 1)`,
  },
  {
    says: 'I3: a transaction of a wallet has a callback',
    sql: `SELECT t.id FROM transactions AS t JOIN callbacks AS c ON c.transaction_id = t.id
      WHERE t.gateway IN ${wallets} GROUP BY t.id`,
  },
  {
    says: 'I3: a transaction of a wallet has a checkout or is not completed',
    sql: `SELECT t.id FROM transactions AS t LEFT JOIN checkouts AS c ON c.transaction_id = t.id
      WHERE t.gateway IN ${wallets} AND (c.token IS NOT NULL OR t.status <> 'completed')`,
  },
  {
    says: 'I4: the attempts of a callback are not numbered 1 to n',
    sql: `SELECT callback_id FROM callback_attempts GROUP BY callback_id
      HAVING min(number) <> 1 OR max(number) <> count(*)`,
  },
  {
    says: 'I6: a request touched a transaction of another account or mode',
    sql: `SELECT r.id FROM requests AS r JOIN transactions AS t ON t.id = r.transaction_id
      WHERE r.mode IS NOT t.mode OR r.account_id IS NOT t.account_id`,
  },
  {
    says: 'I6: a request touched a process of another account or mode',
    sql: `SELECT r.id FROM requests AS r JOIN verifications AS v ON v.process_id = r.process_id
      WHERE r.mode IS NOT v.mode OR r.account_id IS NOT v.account_id`,
  },
  {
    says: 'I6: a process and its transaction are of different accounts, modes or gateways',
    sql: `SELECT v.process_id FROM verifications AS v JOIN transactions AS t ON t.id = v.transaction_id
      WHERE (v.account_id, v.mode, v.gateway) <> (t.account_id, t.mode, t.gateway)`,
  },
  {
    says: 'I6: a code and its process are of different accounts, modes or gateways',
    sql: `SELECT o.id FROM otps AS o LEFT JOIN verifications AS v ON v.process_id = o.process_id
      WHERE (o.account_id, o.mode, o.gateway) IS NOT (v.account_id, v.mode, v.gateway)`,
  },
  {
    says: 'I6: a callback tells of the transaction of another account, invoice or gateway',
    sql: `SELECT c.id FROM callbacks AS c LEFT JOIN transactions AS t ON t.id = c.transaction_id
      WHERE (c.account_id, c.invoice_no, c.gateway) IS NOT (t.account_id, t.invoice_no, t.gateway)`,
  },
  {
    says: 'I7: a checkout is open and its transaction has ended, or the other way round',
    sql: `SELECT t.id FROM transactions AS t LEFT JOIN checkouts AS c ON c.transaction_id = t.id
      WHERE t.gateway NOT IN ${wallets} AND c.open IS NOT (t.status = 'started')`,
  },
  {
    says: 'I7: a transaction has ended without a time of its end, or the other way round',
    sql: `SELECT id FROM transactions WHERE (status = 'started') <> (decided_at IS NULL)`,
  },
  {
    says: 'I8: an event has an id that was not given to it by the journal',
    sql: `SELECT id FROM events WHERE id > (SELECT seq FROM sqlite_sequence WHERE name = 'events')`,
  },
  {
    says: 'I8: a request stands behind an event that was never told',
    sql: `SELECT id FROM requests WHERE after_event > coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0)`,
  },
];
