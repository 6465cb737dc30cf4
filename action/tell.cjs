// Writes the sandbox's ready line to the step's outputs and to the environment of later steps.
const { appendFileSync, readFileSync } = require('node:fs');

const { url, control_url, token, ca, note, account } = JSON.parse(readFileSync(0, 'utf8'));
const [apiKey, accessToken, secretKey] = [account.api_key, account.access_tokens.test, account.secret_key];
const { GITHUB_OUTPUT, GITHUB_ENV, NODE_EXTRA_CA_CERTS } = process.env;

append(GITHUB_OUTPUT, {
  url,
  control_url,
  api_key: apiKey,
  access_token: accessToken,
  secret_key: secretKey,
  ...(ca && { ca }),
});
append(GITHUB_ENV, {
  GATEWAY_URL: url,
  GATEWAY_API_KEY: apiKey,
  GATEWAY_ACCESS_TOKEN: accessToken,
  GATEWAY_SECRET_KEY: secretKey,
  GATEWAY_SANDBOX_URL: url,
  ...(token && { GATEWAY_SANDBOX_TOKEN: token }),
  // A file that is already set contains authorities that the job needs.
  ...(ca && !NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: ca }),
});
if (note) console.log(`::warning::${note}`);
if (ca && NODE_EXTRA_CA_CERTS)
  console.log(
    `::warning::NODE_EXTRA_CA_CERTS is set already: add ${ca} to it, so that Node trusts the sandbox.`,
  );
// Makes the runner mask it in the log.
if (token) console.log(`::add-mask::${token}`);
console.log(`The sandbox answers at ${url}.`);

function append(file, values) {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  appendFileSync(file, lines.join(''));
}
