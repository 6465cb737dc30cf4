/** What each member of the config file is for: in the JSON Schema that editors read, and in docs/reference/config.md. */
export const configWords: Readonly<Record<string, string>> = {
  config:
    'The config file itself; without it `gateway-sandbox.config.json` in the working directory, if there is one.',
  host: 'The address to listen on. Unless it is this machine alone, pages and control API need a token.',
  port: 'The port to listen on; 0 takes a free one.',
  data: 'The file that keeps the data; without it everything is in memory, and gone at the end.',
  https:
    'Serve HTTPS, with a certificate of a local authority that is made on the fly, or with `cert` and `key`.',
  cert: 'Your own certificate for HTTPS, PEM; goes together with `key`.',
  key: 'The key of `cert`, PEM.',
  public_url:
    'What every `redirect_url` begins with, when clients reach the sandbox by another address: scheme, host and port, without a path.',
  allow_hosts: 'More names under which the sandbox answers: the `Host` of a request must be known.',
  strict: 'Refuse what the live service would refuse and the sandbox otherwise only notes in the log.',
  profile:
    'The defaults of all that the document leaves open: what public clients expect, or the document alone.',
  fixtures: 'A file with the accounts to begin with, as in the package’s `fixtures/accounts.json`.',
  callback_host_map: 'Where callbacks to a host go instead, such as `{"app": "127.0.0.1:3000"}`.',
  token: 'The token for pages and control API with `host`; without it one is made and printed.',
  trust_proxy: 'Take the source address of a request from `X-Forwarded-For`.',
  tester_tools: 'Whether the checkout pages have the tester’s panel.',
  names: 'Your own provider’s words for gateways and payment methods, in paths and in what is sent.',
  methods: 'What a payment method asks for: `wallet` a code on the phone, `card` a card.',
  settings: 'A switch for each behaviour that the API’s document leaves open, and the policy of callbacks.',
};
