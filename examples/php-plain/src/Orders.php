<?php

declare(strict_types=1);

namespace Shop;

use PDO;

/** The shop's orders. Their status is awaiting, paid, canceled or declined. */
final class Orders
{
    private readonly PDO $database;

    public function __construct(string $file)
    {
        // Waits up to ten seconds while another request writes.
        $this->database = new PDO("sqlite:$file", options: [PDO::ATTR_TIMEOUT => 10]);
        $this->database->exec(<<<SQL
            CREATE TABLE IF NOT EXISTS orders (
                invoice_no TEXT PRIMARY KEY,
                gateway TEXT NOT NULL,
                amount TEXT NOT NULL,
                status TEXT NOT NULL DEFAULT 'awaiting',
                paid_times INTEGER NOT NULL DEFAULT 0,
                transaction_id TEXT,
                process_id TEXT
            )
            SQL);
    }

    public function create(string $gateway, string $amount): array
    {
        if (!in_array($gateway, Payments::GATEWAYS, true)) {
            throw new Refusal(422, 'Choose a way to pay: ' . implode(', ', Payments::GATEWAYS) . '.');
        }
        // Unique and never reused (API documentation, Limits).
        $invoiceNo = 'SHOP-' . strtoupper(bin2hex(random_bytes(8)));
        $insert = 'INSERT INTO orders (invoice_no, gateway, amount) VALUES (?, ?, ?)';
        $this->change($insert, $invoiceNo, $gateway, $amount);
        return $this->get($invoiceNo);
    }

    /** @throws Refusal when there is no such order */
    public function get(string $invoiceNo): array
    {
        $query = $this->database->prepare('SELECT * FROM orders WHERE invoice_no = ?');
        $query->execute([$invoiceNo]);
        return $query->fetch(PDO::FETCH_ASSOC) ?: throw new Refusal(404, 'We know no order by this number.');
    }

    public function keepProcess(string $invoiceNo, string $processId): void
    {
        $this->change('UPDATE orders SET process_id = ? WHERE invoice_no = ?', $processId, $invoiceNo);
    }

    /**
     * Records the payment, once. A single statement, so that only one of twenty simultaneous callbacks wins.
     * A payment for a canceled order is recorded too, because the money has moved.
     *
     * @return bool whether this call recorded it: ship only then
     */
    public function markPaid(string $invoiceNo, string $transactionId): bool
    {
        return $this->change(
            "UPDATE orders SET status = 'paid', paid_times = paid_times + 1, transaction_id = ?
             WHERE invoice_no = ? AND status <> 'paid'",
            $transactionId,
            $invoiceNo,
        );
    }

    /** Ends an order as canceled or declined. A paid order stays paid, whatever comes later. */
    public function close(string $invoiceNo, string $status): void
    {
        $update = "UPDATE orders SET status = ? WHERE invoice_no = ? AND status = 'awaiting'";
        $this->change($update, $status, $invoiceNo);
    }

    private function change(string $sql, string ...$values): bool
    {
        $statement = $this->database->prepare($sql);
        $statement->execute($values);
        return $statement->rowCount() === 1;
    }
}
