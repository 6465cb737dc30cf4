<?php

declare(strict_types=1);

namespace App\Exceptions;

use RuntimeException;

/** A refusal in the API's format (Errors), or our own error if there was no such answer. */
class GatewayException extends RuntimeException
{
    /**
     * @param bool $isAnswer false if it is unknown whether the request had an effect
     * @param ?string $errorCode not all errors have one
     * @param array<string, string[]> $fields why each field was refused
     */
    public function __construct(
        string $message,
        public readonly bool $isAnswer = false,
        public readonly ?string $errorCode = null,
        public readonly array $fields = [],
    ) {
        parent::__construct($message);
    }

    /** The message, with the reason for each field. */
    public function forCustomer(): string
    {
        $reasons = array_map(
            fn (string $name, array $why): string => "$name " . implode(', ', $why) . '.',
            array_keys($this->fields),
            $this->fields,
        );
        return implode(' ', [$this->getMessage(), ...$reasons]);
    }
}
