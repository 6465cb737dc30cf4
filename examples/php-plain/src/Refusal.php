<?php

declare(strict_types=1);

namespace Shop;

/** A refused request, with the HTTP status and message of the answer. */
final class Refusal extends \RuntimeException
{
    public function __construct(public readonly int $status, string $message)
    {
        parent::__construct($message);
    }
}
