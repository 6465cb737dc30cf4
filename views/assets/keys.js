/** Custom keys are masked on the page but copied in full. */
export async function wholeText(text, account) {
  const [masked, whole] = await Promise.all([
    maskedKeys(account),
    keys(`/_sandbox/api/accounts/${encodeURIComponent(account)}`),
  ]);
  return whole.reduce((copied, key, place) => copied.replaceAll(masked[place], key), text);
}

async function maskedKeys(account) {
  const listed = await fetch('/_sandbox/api/accounts?limit=200').then((answer) => answer.json());
  return keysOf(listed.data.find(({ id }) => id === account));
}

async function keys(address) {
  return keysOf(await fetch(address).then((answer) => answer.json()));
}

function keysOf({ api_key, secret_key, access_tokens }) {
  return [api_key, secret_key, access_tokens.test, access_tokens.live];
}
