<?php

declare(strict_types=1);

namespace Shop;

final class Answer
{
    public static function problem(int $status, string $message): void
    {
        self::send($status, ['error' => ['message' => $message]], fn () => Page::problem($message));
    }

    /** JSON, or a page for a browser. */
    public static function send(int $status, array $json, ?callable $page = null): void
    {
        http_response_code($status);
        $asPage = $page !== null && (self::wantsPage() || $json === []);
        header('Content-Type: ' . ($asPage ? 'text/html' : 'application/json') . '; charset=utf-8');
        echo $asPage ? $page() : json_encode($json, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    }

    public static function redirect(string $address): void
    {
        header("Location: $address", true, 303);
    }

    public static function wantsPage(): bool
    {
        return str_contains($_SERVER['HTTP_ACCEPT'] ?? '', 'text/html');
    }
}
