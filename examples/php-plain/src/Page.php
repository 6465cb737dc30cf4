<?php

declare(strict_types=1);

namespace Shop;

/** Answers for people. Each page is a template in pages/. */
final class Page
{
    public static function shop(): string
    {
        return self::fill('shop', ['title' => 'Pay']);
    }

    public static function order(array $order, ?GatewayError $error = null): string
    {
        $problem = $error?->forCustomer() ?? '';
        return self::fill('order', ['title' => 'Your order', 'order' => $order, 'problem' => $problem]);
    }

    public static function problem(string $message): string
    {
        return self::fill('problem', ['title' => 'That did not work', 'problem' => $message]);
    }

    private static function fill(string $template, array $variables): string
    {
        $e = fn (string $text): string => htmlspecialchars($text, ENT_QUOTES);
        extract($variables);
        ob_start();
        require __DIR__ . '/../pages/frame.php';
        return (string) ob_get_clean();
    }
}
