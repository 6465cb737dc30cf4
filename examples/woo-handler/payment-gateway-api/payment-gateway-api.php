<?php

/**
 * Plugin Name: Payment Gateway API for WooCommerce
 * Description: Takes payments by walletA, walletB, localbankcards, cardgw and aggregator.
 * Version: 1.0.0
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * License: MIT
 */

declare(strict_types=1);

use Automattic\WooCommerce\Utilities\FeaturesUtil;

defined('ABSPATH') || exit;

// Orders are accessed only through WooCommerce's methods, wherever it stores them.
add_action('before_woocommerce_init', function (): void {
    if (class_exists(FeaturesUtil::class)) {
        FeaturesUtil::declare_compatibility('custom_order_tables', __FILE__, true);
    }
});

add_action('plugins_loaded', function (): void {
    if (!class_exists('WC_Payment_Gateway')) {
        return;
    }
    require_once __DIR__ . '/verify.php';
    foreach (['exception', 'client', 'messages'] as $part) {
        require_once __DIR__ . "/class-payment-api-$part.php";
    }
    require_once __DIR__ . '/class-wc-gateway-payment-api.php';

    add_filter('woocommerce_payment_gateways', function (array $gateways): array {
        $ours = array_map(fn (string $token) => new WC_Gateway_Payment_Api($token), WC_Gateway_Payment_Api::TOKENS);
        return [...$gateways, ...$ours];
    });

    $messages = new Payment_Api_Messages((string) getenv('GATEWAY_SECRET_KEY'));
    add_action('woocommerce_api_payment_api_callback', [$messages, 'callback']);
    add_action('woocommerce_api_payment_api_return', [$messages, 'customer_return']);
    add_action('woocommerce_api_payment_api_code', [WC_Gateway_Payment_Api::class, 'code']);
});
