<?php
/**
 * A site in PHP that asks CrowdHandler's API about every page but `/imprint`, as that vendor's
 * integration for PHP is documented to: pretty-printed JSON for newcomers, a query for visitors
 * with a token, nothing but status 200 is an answer, and the token is the cookie `ch-id`. It is the
 * front controller of PHP's own server; the environment has `PUBLIC_KEY`, `API` and `ROOMS`.
 */

declare(strict_types=1);

const COOKIE = 'ch-id';
const LIMIT_MS = 2000;
const PARAMETERS = ['ch-code', 'ch-fresh', 'ch-id', 'ch-id-signature', 'ch-public-key', 'ch-requested'];

$began = microtime(true);
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/imprint') {
    page('imprint');
}
if (isset($_GET['ch-id']) && $_GET['ch-id'] !== '') {
    // Whoever returns from the room gets the cookie, and the page's own address.
    keep($_GET['ch-id']);
    away(own_address(true));
}

$token = $_COOKIE[COOKIE] ?? null;
$visitor = [
    'url' => own_address(false) . (str_contains($_SERVER['REQUEST_URI'], '?') ? '&' : '?') . 'ch-fresh=' . uniqid(),
    'ip' => $_SERVER['REMOTE_ADDR'],
    'agent' => $_SERVER['HTTP_USER_AGENT'] ?? '',
    'lang' => $_SERVER['HTTP_ACCEPT_LANGUAGE'] ?? '',
];
$result = $token === null
    ? ask('POST', '/v1/requests/', $visitor)
    : ask('GET', '/v1/requests/' . rawurlencode($token) . '?' . http_build_query($visitor));
if ($result === null) {
    http_response_code(503);
    page('failed');
}
if (isset($result->token)) {
    keep($result->token);
}
if ($result->promoted != 1) {
    $query = ['url' => own_address(true), 'ch-public-key' => getenv('PUBLIC_KEY'), 'ch-id' => $result->token];
    away(getenv('ROOMS') . '/' . $result->slug . '?' . http_build_query($query));
}
if (isset($result->responseID)) {
    $took = (microtime(true) - $began) * 1000;
    $noted = ask('PUT', '/v1/responses/' . $result->responseID, ['code' => 200, 'time' => $took]);
    header('x-updated: ' . ($noted->updated ?? 'failed'));
}
page(trim($path, '/'));

/** Returns the `result` of a call; null unless the answer is 200. */
function ask(string $method, string $path, ?array $body = null): ?object
{
    $call = curl_init(getenv('API') . $path);
    $headers = ['x-api-key: ' . getenv('PUBLIC_KEY')];
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        curl_setopt($call, CURLOPT_POSTFIELDS, json_encode($body, JSON_PRETTY_PRINT));
    }
    curl_setopt_array($call, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT_MS => LIMIT_MS,
    ]);
    $text = curl_exec($call);
    $status = curl_getinfo($call, CURLINFO_RESPONSE_CODE);
    return $status === 200 ? json_decode($text)->result : null;
}

/** Returns the address of the page, which the site believes to be on https. */
function own_address(bool $clean): string
{
    [$path, $query] = array_pad(explode('?', $_SERVER['REQUEST_URI'], 2), 2, '');
    $pairs = $query === '' ? [] : explode('&', $query);
    $own = array_filter($pairs, fn ($pair) => !$clean || !in_array(strtolower(explode('=', $pair)[0]), PARAMETERS, true));
    return 'https://' . $_SERVER['HTTP_HOST'] . $path . ($own === [] ? '' : '?' . implode('&', $own));
}

function keep(string $token): void
{
    $domain = preg_replace('/^www\.|:\d+$/', '', $_SERVER['HTTP_HOST']);
    setcookie(COOKIE, $token, ['path' => '/', 'domain' => $domain, 'secure' => true]);
}

function away(string $address): never
{
    header('Cache-Control: no-store');
    header('Location: ' . $address, true, 302);
    exit;
}

function page(string $name): never
{
    header('Content-Type: text/html; charset=utf-8');
    echo '<!doctype html><title>', htmlspecialchars($name), '</title><h1>', htmlspecialchars($name), '</h1>';
    exit;
}
