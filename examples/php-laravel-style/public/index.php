<?php

/*
 * The front controller: `php -S 127.0.0.1:3000 public/index.php`. In a Laravel project, Laravel provides this
 * file, and the stand-ins are not needed.
 */

declare(strict_types=1);

use Illuminate\Http\Request;
use Illuminate\Support\Facades\Route;

if ($_SERVER['REQUEST_URI'] === '/shop.css') {
    header('Content-Type: text/css');
    readfile(__DIR__ . '/shop.css');
    exit;
}

foreach (['functions', 'http', 'client', 'database'] as $part) {
    require __DIR__ . "/../stand-in/$part.php";
}
require __DIR__ . '/../app/Services/verify.php';
spl_autoload_register(function (string $class): void {
    require __DIR__ . '/../app/' . str_replace('\\', '/', substr($class, strlen('App\\'))) . '.php';
});
putenv("APP_URL=http://127.0.0.1:{$_SERVER['SERVER_PORT']}");
require __DIR__ . '/../routes/web.php';

Route::dispatch(new Request())->send();
