<?php

/* Stubs for the WordPress functions that the plugin calls. */

declare(strict_types=1);

define('ABSPATH', __DIR__ . '/');

function add_filter(string $name, callable $hook, int $priority = 10, int $arguments = 1): void
{
    $GLOBALS['hooks'][$name][] = $hook;
}

function add_action(string $name, callable $hook): void
{
    add_filter($name, $hook);
}

function apply_filters(string $name, mixed $value, mixed ...$more): mixed
{
    return array_reduce($GLOBALS['hooks'][$name] ?? [], fn ($so_far, $hook) => $hook($so_far, ...$more), $value);
}

function do_action(string $name, mixed ...$arguments): void
{
    foreach ($GLOBALS['hooks'][$name] ?? [] as $hook) {
        $hook(...$arguments);
    }
}

function wp_remote_post(string $url, array $options): array|WP_Error
{
    $lines = array_map(fn ($name, $value) => "$name: $value", array_keys($options['headers']), $options['headers']);
    $request = curl_init($url);
    curl_setopt_array($request, [
        CURLOPT_HTTPHEADER => $lines,
        CURLOPT_POSTFIELDS => http_build_query($options['body'], '', '&'),
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_FOLLOWLOCATION => $options['redirection'] > 0,
        CURLOPT_TIMEOUT => $options['timeout'],
    ]);
    $body = curl_exec($request);
    $code = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    return $body === false ? new WP_Error() : ['code' => $code, 'body' => $body];
}

final class WP_Error
{
}

function is_wp_error(mixed $answer): bool
{
    return $answer instanceof WP_Error;
}

function wp_remote_retrieve_response_code(array $answer): int
{
    return $answer['code'];
}

function wp_remote_retrieve_body(array $answer): string
{
    return $answer['body'];
}

function wp_safe_redirect(string $address, int $status): void
{
    header("Location: $address", true, $status);
}

function status_header(int $status): void
{
    http_response_code($status);
}

function wp_die(string $message, string $title, array $options): never
{
    http_response_code($options['response']);
    echo "<!doctype html><title>$title</title><p>$message</p>";
    exit;
}

function wp_list_pluck(array $list, string $name): array
{
    return array_map(fn (object $each) => $each->$name, $list);
}

/** These stubs read from the database each time. */
function wp_cache_flush_runtime(): void
{
}

function wp_unslash(string $text): string
{
    return stripslashes($text);
}

function absint(mixed $value): int
{
    return abs((int) $value);
}

function get_locale(): string
{
    return 'en_US';
}

function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_attr(string $text): string
{
    return esc_html($text);
}

function esc_url(string $address): string
{
    return esc_html($address);
}

/** The database's named locks (MySQL), implemented with file locks. */
final class Wpdb_Stub
{
    public string $prefix = 'wp_';
    private array $held = [];

    public function prepare(string $sql, string $value): string
    {
        return str_replace('%s', "'$value'", $sql);
    }

    public function get_var(string $sql): ?string
    {
        preg_match("/^SELECT (GET|RELEASE)_LOCK\('(\w+)'/", $sql, $match);
        [, $what, $name] = $match;
        if ($what === 'RELEASE') {
            flock($this->held[$name], LOCK_UN);
            return '1';
        }
        $this->held[$name] = fopen(DATABASE_FILE . ".$name.lock", 'c');
        return flock($this->held[$name], LOCK_EX) ? '1' : '0';
    }
}

$GLOBALS['wpdb'] = new Wpdb_Stub();
