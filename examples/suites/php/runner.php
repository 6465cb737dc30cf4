<?php

declare(strict_types=1);

final class Failed extends Exception
{
}

/** Runs the tests, prints a line about each, and returns how many passed and how many failed. */
function runTests(array ...$lists): array
{
    $count = ['passed' => 0, 'failed' => 0];
    foreach (array_merge(...$lists) as $title => $test) {
        $failure = failureOf($test);
        $count[$failure === null ? 'passed' : 'failed']++;
        echo $failure === null ? "ok    $title\n" : "FAIL  $title\n      $failure\n";
    }
    return $count;
}

function same(mixed $expected, mixed $actual, string $what): void
{
    if ($expected !== $actual) {
        throw new Failed("$what: expected " . json_encode($expected) . ', got ' . json_encode($actual));
    }
}

function failureOf(callable $test): ?string
{
    try {
        $test();
        return null;
    } catch (Throwable $thrown) {
        $place = basename($thrown->getFile()) . ':' . $thrown->getLine();
        return $thrown instanceof Failed ? $thrown->getMessage() : "$place {$thrown->getMessage()}";
    }
}
