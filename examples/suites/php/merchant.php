<?php

declare(strict_types=1);

/** The shop's server in its own process: `callback.php`, run by PHP's built-in server. */
final class Merchant
{
    public readonly string $url;
    /** @var resource */
    private $output;
    private array $arrivals = [];

    public function __construct(string $secretKey)
    {
        $command = [PHP_BINARY, '-S', '127.0.0.1:0', __DIR__ . '/callback.php'];
        $environment = ['SECRET_KEY' => $secretKey] + getenv();
        // One pipe for the handler's output and the server's log, which contains the port.
        $output = [1 => ['pipe', 'w'], 2 => ['redirect', 1]];
        $process = proc_open($command, $output, $pipes, null, $environment);
        register_shutdown_function(fn () => proc_terminate($process));
        $this->output = $pipes[1];
        preg_match('~http://[\d.:]+~', (string) fgets($this->output), $started);
        $this->url = $started[0] ?? throw new RuntimeException('The merchant server did not start.');
        stream_set_blocking($this->output, false);
    }

    /** Messages about an invoice, in order of arrival. */
    public function arrivals(string $invoiceNo): array
    {
        while (($line = fgets($this->output)) !== false) {
            if (str_starts_with($line, '{')) {
                $this->arrivals[] = json_decode($line, true);
            }
        }
        $isOurs = fn (array $arrival) => ($arrival['fields']['invoice_no'] ?? '') === $invoiceNo;
        return array_values(array_filter($this->arrivals, $isOurs));
    }

    public function hasBeenPaid(string $invoiceNo): bool
    {
        foreach ($this->arrivals($invoiceNo) as $arrival) {
            if ($arrival['genuine'] && ($arrival['fields']['approved'] ?? '') === '1') {
                return true;
            }
        }
        return false;
    }
}
