<?php

/* Stand-ins for the parts of requests, responses, validation and routes that app/ and routes/ use. */

declare(strict_types=1);

namespace Illuminate\Http {

    class Request
    {
        public function input(string $name): ?string
        {
            $value = $_POST[$name] ?? '';
            // Like Laravel's middleware TrimStrings and ConvertEmptyStringsToNull.
            return is_string($value) && trim($value) !== '' ? trim($value) : null;
        }

        public function header(string $name, string $default): string
        {
            return $_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] ?? $default;
        }

        public function server(string $name): ?string
        {
            return $_SERVER[$name] ?? null;
        }

        public function getContent(): string
        {
            return (string) file_get_contents('php://input');
        }
    }

    class Response
    {
        public function __construct(private string $content, private int $status, private string $type)
        {
        }

        public function json(array $data, int $status = 200): self
        {
            $content = json_encode($data, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
            return new self($content, $status, 'application/json');
        }

        public function view(string $name, array $data, int $status): self
        {
            return new self(view($name, $data), $status, 'text/html');
        }

        public function send(): void
        {
            http_response_code($this->status);
            header("Content-Type: {$this->type}; charset=utf-8");
            header('Cache-Control: no-cache, private');
            echo $this->content;
        }
    }

    class RedirectResponse
    {
        public function __construct(private string $address, private int $status)
        {
        }

        public function send(): void
        {
            header("Location: {$this->address}", true, $this->status);
        }
    }
}

namespace Illuminate\Foundation\Http {

    use Illuminate\Http\Request;
    use Symfony\Component\HttpKernel\Exception\HttpException;

    abstract class FormRequest extends Request
    {
        abstract public function authorize(): bool;

        abstract public function rules(): array;

        public function __construct()
        {
            foreach ($this->rules() as $name => $rules) {
                foreach ($rules as $rule) {
                    if (!$this->passes($this->input($name), ...explode(':', $rule, 2))) {
                        throw new HttpException(422, "The field $name is missing or wrong.");
                    }
                }
            }
        }

        private function passes(?string $value, string $rule, string $parameters = ''): bool
        {
            $list = explode(',', $parameters);
            return match ($rule) {
                'required' => $value !== null,
                'required_if' => $value !== null || !in_array($this->input($list[0]), array_slice($list, 1), true),
                'in' => in_array($value, $list, true),
                'regex' => preg_match($parameters, (string) $value) === 1,
            };
        }
    }
}

namespace Illuminate\Support\Facades {

    use Illuminate\Database\Eloquent\Model;
    use Illuminate\Http\RedirectResponse;
    use Illuminate\Http\Request;
    use Illuminate\Http\Response;
    use Symfony\Component\HttpKernel\Exception\HttpException;

    final class Route
    {
        private static array $routes = [];

        public static function get(string $path, array $action): void
        {
            self::$routes[] = ['GET', $path, $action];
        }

        public static function post(string $path, array $action): void
        {
            self::$routes[] = ['POST', $path, $action];
        }

        public static function dispatch(Request $request): Response|RedirectResponse
        {
            try {
                $answer = self::answer($request);
                return is_string($answer) ? new Response($answer, 200, 'text/html') : $answer;
            } catch (HttpException $refusal) {
                [$status, $message] = [$refusal->status, $refusal->getMessage()];
            } catch (\Throwable $error) {
                error_log($error->getMessage());
                [$status, $message] = [500, 'Server Error'];
            }
            $head = "<!doctype html><title>$status</title><link rel=\"stylesheet\" href=\"/shop.css\">";
            $page = "$head<main><h1>$status</h1><p>";
            return str_contains($request->header('Accept', ''), 'text/html')
                ? new Response($page . e($message), $status, 'text/html')
                : response()->json(['message' => $message], $status);
        }

        private static function answer(Request $request): string|Response|RedirectResponse
        {
            $path = (string) parse_url((string) $request->server('REQUEST_URI'), PHP_URL_PATH);
            foreach (self::$routes as [$method, $pattern, [$controller, $name]]) {
                $regex = preg_replace('/\{\w+\}/', '([^/]+)', $pattern);
                if ($method === $request->server('REQUEST_METHOD') && preg_match("~^$regex$~D", $path, $match)) {
                    $action = new \ReflectionMethod($controller, $name);
                    $given = array_map(fn ($each) => self::argument($each, $match[1] ?? ''), $action->getParameters());
                    return $action->invoke(resolve($controller), ...$given);
                }
            }
            throw new HttpException(404, 'There is nothing at this address.');
        }

        /** Route model binding, or the container. */
        private static function argument(\ReflectionParameter $parameter, string $key): object
        {
            $type = (string) $parameter->getType();
            if (!is_subclass_of($type, Model::class)) {
                return resolve($type);
            }
            return $type::where((new $type())->getRouteKeyName(), $key)->firstOrFail();
        }
    }
}
