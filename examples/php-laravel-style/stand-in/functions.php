<?php

/* Stand-ins for Laravel's container and the helper functions that app/ uses. */

declare(strict_types=1);

namespace {

    use Illuminate\Http\JsonResponse;
    use Illuminate\Http\RedirectResponse;
    use Illuminate\Http\Response;
    use Symfony\Component\HttpKernel\Exception\HttpException;

    function env(string $name, ?string $default = null): ?string
    {
        return getenv($name) ?: $default;
    }

    function e(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES);
    }

    function csrf_field(): string
    {
        return '';
    }

    function view(string $name, array $data): string
    {
        extract($data);
        ob_start();
        require __DIR__ . "/../resources/views/$name.php";
        return (string) ob_get_clean();
    }

    function response(?string $content = null): Response
    {
        return new Response($content ?? '', 200, 'text/plain');
    }

    function redirect(string $address, int $status): RedirectResponse
    {
        return new RedirectResponse($address, $status);
    }

    function abort_if(bool $condition, int $status, string $message): void
    {
        if ($condition) {
            throw new HttpException($status, $message);
        }
    }

    function abort_unless(bool $condition, int $status, string $message): void
    {
        abort_if(!$condition, $status, $message);
    }

    /** The container: creates constructor arguments by their type. */
    function resolve(string $class): object
    {
        static $made = [];
        $parameters = (new ReflectionClass($class))->getConstructor()?->getParameters() ?? [];
        $needs = array_map(fn (ReflectionParameter $each) => resolve((string) $each->getType()), $parameters);
        return $made[$class] ??= new $class(...$needs);
    }
}

namespace Symfony\Component\HttpKernel\Exception {

    class HttpException extends \RuntimeException
    {
        public function __construct(public readonly int $status, string $message)
        {
            parent::__construct($message);
        }
    }
}

namespace Illuminate\Contracts\Config {

    /** An interface in Laravel. */
    class Repository
    {
        public function get(string $path): mixed
        {
            [$file, $group, $name] = explode('.', $path);
            $settings = require __DIR__ . "/../config/$file.php";
            return $settings[$group][$name];
        }
    }
}
