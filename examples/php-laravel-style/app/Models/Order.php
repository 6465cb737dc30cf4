<?php

declare(strict_types=1);

namespace App\Models;

use Illuminate\Database\Eloquent\Model;
use Illuminate\Support\Facades\DB;

/**
 * @property string $invoice_no
 * @property string $gateway
 * @property string $amount
 * @property string $status awaiting, paid, canceled or declined
 * @property int $paid_times
 * @property ?string $process_id
 */
class Order extends Model
{
    protected $fillable = ['invoice_no', 'gateway', 'amount', 'process_id'];

    protected $attributes = ['status' => 'awaiting', 'paid_times' => 0];

    public function getRouteKeyName(): string
    {
        return 'invoice_no';
    }

    /**
     * Records the payment, once. A single statement, so that only one of twenty simultaneous callbacks wins:
     * checking `$order->status` before `$order->save()` would let several through. A payment for a canceled
     * order is recorded too, because the money has moved.
     *
     * @return bool whether this call recorded it: ship only then
     */
    public function markPaid(string $transactionId): bool
    {
        $booked = static::where('id', $this->id)->where('status', '<>', 'paid')->update([
            'status' => 'paid',
            'paid_times' => DB::raw('paid_times + 1'),
            'transaction_id' => $transactionId,
        ]);
        return $booked === 1;
    }

    /** Ends an order as canceled or declined. A paid order stays paid, whatever comes later. */
    public function close(string $status): void
    {
        static::where('id', $this->id)->where('status', 'awaiting')->update(['status' => $status]);
    }
}
