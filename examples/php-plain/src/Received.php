<?php

declare(strict_types=1);

namespace Shop;

/**
 * The parameters of a message as they were sent, for that is what was signed. `$_GET` would not do: it
 * renames, nests and drops some of them.
 */
final class Received
{
    /** @return array<string, string> */
    public static function query(string $query): array
    {
        $fields = [];
        foreach (array_filter(explode('&', $query)) as $pair) {
            [$name, $value] = array_map('urldecode', explode('=', $pair, 2) + [1 => '']);
            if (isset($fields[$name])) {
                throw new Refusal(400, 'A parameter came twice.');
            }
            $fields[$name] = $value;
        }
        return $fields;
    }

    /**
     * Numbers become text: the document calls `approved` "1 or 0" and `transaction_id` "string/number".
     *
     * @return array<string, string>
     */
    public static function json(string $body): array
    {
        $fields = json_decode($body, true, 2, JSON_BIGINT_AS_STRING);
        $isText = fn (mixed $value): bool => is_string($value) || is_int($value);
        if (!is_array($fields) || array_filter($fields, $isText) !== $fields) {
            throw new Refusal(400, 'The body is not a flat JSON object.');
        }
        return array_map(strval(...), $fields);
    }
}
