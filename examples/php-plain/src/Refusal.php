<?php

declare(strict_types=1);

namespace Shop;

/** A request that changes nothing, with the HTTP status and the sentence that answer it. */
final class Refusal extends \RuntimeException
{
    public function __construct(public readonly int $status, string $message)
    {
        parent::__construct($message);
    }
}
