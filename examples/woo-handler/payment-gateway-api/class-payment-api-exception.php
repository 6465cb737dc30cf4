<?php

declare(strict_types=1);

defined('ABSPATH') || exit;

/** Why a payment or a message failed, in words for the sender. */
class Payment_Api_Exception extends RuntimeException
{
    /**
     * @param int $status the HTTP status; 502 if it is unknown whether the request had an effect
     * @param ?string $error_code the gateway's code, which not all errors have (API documentation, Errors)
     */
    public function __construct(
        string $message,
        public readonly int $status = 502,
        public readonly ?string $error_code = null,
    ) {
        parent::__construct($message);
    }
}
