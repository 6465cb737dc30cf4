<?php

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        Schema::create('orders', function (Blueprint $table): void {
            $table->id();
            // Unique and never reused (API documentation, Limits).
            $table->string('invoice_no')->unique();
            $table->string('gateway');
            // As sent to the gateway: a string, so that no float is involved.
            $table->string('amount');
            $table->string('status')->default('awaiting');
            $table->unsignedInteger('paid_times')->default(0);
            $table->string('transaction_id')->nullable();
            $table->string('process_id')->nullable();
            $table->timestamps();
        });
    }

    public function down(): void
    {
        Schema::dropIfExists('orders');
    }
};
