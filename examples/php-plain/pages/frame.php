<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title><?= $e($title) ?></title>
<style><?php require __DIR__ . '/shop.css' ?></style>
</head>
<body>
<main>
<h1><?= $e($title) ?></h1>
<?php require __DIR__ . "/$template.php" ?>
</main>
</body>
</html>
