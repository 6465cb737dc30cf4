<?php

declare(strict_types=1);

defined('ABSPATH') || exit;

/** What stopped a payment or a message, in words for whoever sent it. */
class Payment_Api_Exception extends RuntimeException
{
    /**
     * @param int $status of HTTP; 502 where the gateway gave no answer, and nobody knows what it did
     * @param ?string $error_code of the gateway; only some errors carry one (the document, Errors)
     */
    public function __construct(
        string $message,
        public readonly int $status = 502,
        public readonly ?string $error_code = null,
    ) {
        parent::__construct($message);
    }
}
