<?php

declare(strict_types=1);

namespace Shop;

final class Amount
{
    /** Whether two amounts are equal as numbers: `5`, `5.0` and `5.00` are. */
    public static function isSame(string $one, string $other): bool
    {
        $value = self::hundredths($one);
        return $value !== null && $value === self::hundredths($other);
    }

    /** Whole hundredths, so that no float is involved. Null outside the forms XXX, XX.X and XX.XX. */
    private static function hundredths(string $amount): ?int
    {
        if (!preg_match('/^(\d{1,12})(?:\.(\d{1,2}))?$/D', $amount, $match)) {
            return null;
        }
        return (int) $match[1] * 100 + (int) str_pad($match[2] ?? '', 2, '0');
    }
}
