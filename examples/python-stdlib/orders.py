"""The shop's orders. Their status is awaiting, paid, canceled or declined."""

from __future__ import annotations

import secrets
import sqlite3
from contextlib import closing
from typing import NamedTuple

from refusal import Refusal

GATEWAYS = ('walletA', 'walletB', 'localbankcards', 'cardgw', 'aggregator')


class Order(NamedTuple):
    invoice_no: str
    gateway: str
    amount: str
    status: str
    paid_times: int
    process_id: str | None


class Orders:
    def __init__(self, file: str) -> None:
        self._file = file
        self._change("""
            CREATE TABLE IF NOT EXISTS orders (
                invoice_no TEXT PRIMARY KEY,
                gateway TEXT NOT NULL,
                amount TEXT NOT NULL,
                status TEXT NOT NULL DEFAULT 'awaiting',
                paid_times INTEGER NOT NULL DEFAULT 0,
                transaction_id TEXT,
                process_id TEXT
            )""")

    def create(self, gateway: str, amount: str) -> Order:
        if gateway not in GATEWAYS:
            raise Refusal(422, f'Choose a way to pay: {", ".join(GATEWAYS)}.')
        # Unique and never reused (API documentation, Limits).
        invoice_no = f'SHOP-{secrets.token_hex(8).upper()}'
        insert = 'INSERT INTO orders (invoice_no, gateway, amount) VALUES (?, ?, ?)'
        self._change(insert, invoice_no, gateway, amount)
        return self.get(invoice_no)

    def get(self, invoice_no: str) -> Order:
        select = f'SELECT {", ".join(Order._fields)} FROM orders WHERE invoice_no = ?'
        with closing(self._connect()) as database:
            row = database.execute(select, (invoice_no,)).fetchone()
        if row is None:
            raise Refusal(404, 'We know no order by this number.')
        return Order(*row)

    def keep_process(self, invoice_no: str, process_id: str) -> None:
        self._change('UPDATE orders SET process_id = ? WHERE invoice_no = ?', process_id, invoice_no)

    def mark_paid(self, invoice_no: str, transaction_id: str) -> bool:
        """
        Records the payment, once. A single statement, so that only one of twenty simultaneous callbacks wins.
        A payment for a canceled order is recorded too, because the money has moved.

        Returns whether this call recorded it: ship only then.
        """
        update = """UPDATE orders SET status = 'paid', paid_times = paid_times + 1, transaction_id = ?
            WHERE invoice_no = ? AND status <> 'paid'"""
        return self._change(update, transaction_id, invoice_no)

    def close(self, invoice_no: str, status: str) -> None:
        """Ends an order as canceled or declined. A paid order stays paid, whatever comes later."""
        update = "UPDATE orders SET status = ? WHERE invoice_no = ? AND status = 'awaiting'"
        self._change(update, status, invoice_no)

    def _change(self, statement: str, *values: str) -> bool:
        with closing(self._connect()) as database, database:
            return database.execute(statement, values).rowcount == 1

    def _connect(self) -> sqlite3.Connection:
        # Waits up to ten seconds while another request writes.
        return sqlite3.connect(self._file, timeout=10)
