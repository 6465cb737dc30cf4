// Writes what the ready line of a sandbox says into the outputs of the step and into the environment of the steps that follow.
const { appendFileSync, readFileSync } = require('node:fs');

const { url, control_url, token, account } = JSON.parse(readFileSync(0, 'utf8'));
const [apiKey, accessToken, secretKey] = [account.api_key, account.access_tokens.test, account.secret_key];
const { GITHUB_OUTPUT, GITHUB_ENV } = process.env;

append(GITHUB_OUTPUT, {
  url,
  control_url,
  api_key: apiKey,
  access_token: accessToken,
  secret_key: secretKey,
});
append(GITHUB_ENV, {
  GATEWAY_URL: url,
  GATEWAY_API_KEY: apiKey,
  GATEWAY_ACCESS_TOKEN: accessToken,
  GATEWAY_SECRET_KEY: secretKey,
  GATEWAY_SANDBOX_URL: url,
  ...(token && { GATEWAY_SANDBOX_TOKEN: token }),
});
// The runner keeps it out of its log.
if (token) console.log(`::add-mask::${token}`);
console.log(`The sandbox answers at ${url}.`);

function append(file, values) {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  appendFileSync(file, lines.join(''));
}
