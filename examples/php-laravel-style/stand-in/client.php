<?php

/* Stand-in for the parts of Laravel's HTTP client that app/ uses. */

declare(strict_types=1);

namespace Illuminate\Http\Client;

class ConnectionException extends \RuntimeException
{
}

class Response
{
    public function __construct(private int $status, private string $body)
    {
    }

    public function status(): int
    {
        return $this->status;
    }

    public function json(string $name): mixed
    {
        $answer = json_decode($this->body, true);
        return is_array($answer) ? $answer[$name] ?? null : null;
    }
}

class Factory
{
    private array $headers = [];
    private array $options = [CURLOPT_RETURNTRANSFER => true];

    public function asForm(): self
    {
        return $this->withHeaders(['Content-Type' => 'application/x-www-form-urlencoded']);
    }

    public function acceptJson(): self
    {
        return $this->withHeaders(['Accept' => 'application/json']);
    }

    public function withToken(string $token): self
    {
        return $this->withHeaders(['Authorization' => "Bearer $token"]);
    }

    public function withHeaders(array $headers): self
    {
        $changed = clone $this;
        $changed->headers = [...$this->headers, ...$headers];
        return $changed;
    }

    public function withoutRedirecting(): self
    {
        return $this->withOption(CURLOPT_FOLLOWLOCATION, false);
    }

    public function timeout(int $seconds): self
    {
        return $this->withOption(CURLOPT_TIMEOUT, $seconds);
    }

    public function post(string $url, array $fields): Response
    {
        $lines = array_map(fn ($name, $value) => "$name: $value", array_keys($this->headers), $this->headers);
        $request = curl_init($url);
        $body = [CURLOPT_HTTPHEADER => $lines, CURLOPT_POSTFIELDS => http_build_query($fields, '', '&')];
        curl_setopt_array($request, $this->options + $body);
        $answer = curl_exec($request);
        if ($answer === false) {
            throw new ConnectionException(curl_error($request));
        }
        return new Response(curl_getinfo($request, CURLINFO_RESPONSE_CODE), $answer);
    }

    private function withOption(int $option, mixed $value): self
    {
        $changed = clone $this;
        $changed->options[$option] = $value;
        return $changed;
    }
}
