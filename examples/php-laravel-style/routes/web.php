<?php

use App\Http\Controllers\OrderController;
use App\Http\Controllers\PaymentController;
use Illuminate\Support\Facades\Route;

Route::get('/', [OrderController::class, 'create']);
Route::post('/orders', [OrderController::class, 'store']);
Route::get('/orders/{order}', [OrderController::class, 'show']);
Route::post('/orders/{order}/code', [OrderController::class, 'code']);

// The gateway sends no CSRF token, so exempt this path (README).
Route::post('/callback', [PaymentController::class, 'callback']);
// Card gateways send their callback as a GET with the customer's query (API documentation, Events).
Route::get('/return', [PaymentController::class, 'customerReturn']);
Route::get('/callback', [PaymentController::class, 'customerReturn']);
