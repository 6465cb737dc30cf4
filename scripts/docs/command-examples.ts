const verify = 'gateway walletB/verify -d mobile_number=0945678901 -d amount=10.00';
const checkout = (invoice: string) => `CHECKOUT=$(checkout ${invoice})`;

/** Shell functions for use with the sandbox that the `start` example leaves running. */
export const forExamples = `gateway() { curl -s "http://127.0.0.1:4700/api/v1/transaction/$1" -H 'Authorization: Bearer demo_test_token' -H 'X-API-KEY: demo_api_key' "\${@:2}"; }
checkout() { gateway cardgw/confirm -d amount=25.50 -d invoice_no=$1 -d return_url=http://localhost:3000/return | grep -o 'http[^"]*'; }`;

/** How to call each command, with its group. A test runs the page from top to bottom. */
export const commandExamples: Readonly<Record<string, readonly string[]>> = {
  start: ['npx gateway-sandbox start'],
  stop: [
    `URL=$(npx gateway-sandbox start --port 0 --detach --json | grep -o '"url":"[^"]*"' | cut -d '"' -f 4)`,
    'npx gateway-sandbox stop --url "$URL"',
  ],
  gateways: ['npx gateway-sandbox gateways'],
  magic: ['npx gateway-sandbox magic'],
  snippet: ['npx gateway-sandbox snippet verify --lang php --gateway cardgw'],
  otp: [verify, 'npx gateway-sandbox otp 0945678901 --wait 10'],
  otps: ['npx gateway-sandbox otps --mobile 0945678901', 'npx gateway-sandbox otps expire 1'],
  transactions: [
    checkout('T-1'),
    'npx gateway-sandbox transactions --invoice-no T-1',
    'npx gateway-sandbox transactions 100001',
  ],
  logs: ['npx gateway-sandbox logs --since 10m'],
  events: ['npx gateway-sandbox events --type transaction.started,otp.sent'],
  requests: [
    'npx gateway-sandbox requests --gateway walletB --limit 10',
    'npx gateway-sandbox requests 1',
    'npx gateway-sandbox requests replay 1',
  ],
  sign: ['npx gateway-sandbox sign approved=1 invoice_no=43321 --secret-key demo_secret_key'],
  verify: [
    `HASHED=$(npx gateway-sandbox sign approved=1 invoice_no=43321 --json | grep -o '[0-9A-F]\\{64\\}')`,
    'npx gateway-sandbox verify "https://shop.example/return?approved=1&invoice_no=43321&hashed=$HASHED"',
  ],
  checkouts: [
    'npx gateway-sandbox checkouts "$CHECKOUT"',
    'npx gateway-sandbox checkouts extend "$CHECKOUT" 10m',
    'npx gateway-sandbox checkouts decline "$CHECKOUT" --reason insufficient_funds',
    'npx gateway-sandbox checkouts approve "$CHECKOUT" --order return-first --delay 1h',
    'npx gateway-sandbox checkouts cancel "$(checkout T-2)" --hold',
    'npx gateway-sandbox checkouts expire "$(checkout T-3)"',
  ],
  callbacks: [
    'npx gateway-sandbox callbacks --status held',
    'npx gateway-sandbox callbacks hold 1',
    'npx gateway-sandbox callbacks release 1',
    'npx gateway-sandbox callbacks resend 1 --field amount=99.00',
    'npx gateway-sandbox callbacks settled --wait 5 || echo "Some are still pending."',
  ],
  faults: [
    'npx gateway-sandbox faults add --code MAINTENANCE_MODE --gateway walletB --times 2',
    'npx gateway-sandbox faults',
    'npx gateway-sandbox faults clear',
  ],
  settings: [
    'npx gateway-sandbox settings otp.policy',
    'npx gateway-sandbox settings otp.policy fixed',
    'npx gateway-sandbox settings reset otp.policy',
  ],
  clock: [
    'npx gateway-sandbox clock advance 10m',
    'npx gateway-sandbox clock freeze 2026-12-31T23:59:00Z',
    'npx gateway-sandbox clock resume',
  ],
  snapshot: [
    'npx gateway-sandbox snapshot save before-the-sale',
    'npx gateway-sandbox snapshot restore before-the-sale',
    'npx gateway-sandbox snapshot remove before-the-sale',
  ],
  accounts: [
    `npx gateway-sandbox accounts add --id second --name 'Second shop'`,
    'npx gateway-sandbox accounts change second --gateway cardgw.allowed=false',
    'npx gateway-sandbox accounts renew second test',
  ],
  reset: ['npx gateway-sandbox reset'],
  exec: [
    `npx gateway-sandbox exec --env 'PAY_URL={url}/api' -- sh -c 'curl -s "$GATEWAY_URL/_sandbox/health"; echo " $PAY_URL"'`,
  ],
  pay: ['npx gateway-sandbox pay walletB', 'npx gateway-sandbox pay cardgw --invoice P-1 --outcome canceled'],
  init: ['npx gateway-sandbox init'],
  compact: [
    `URL=$(npx gateway-sandbox start --port 0 --data sandbox.db --detach --json | grep -o '"url":"[^"]*"' | cut -d '"' -f 4)`,
    'npx gateway-sandbox stop --url "$URL"',
    'npx gateway-sandbox compact sandbox.db',
  ],
  completion: ['npx gateway-sandbox completion bash > completion.bash'],
  doctor: ['npx gateway-sandbox doctor'],
  health: ['npx gateway-sandbox health'],
  licences: ['npx gateway-sandbox licences > licences.txt'],
};
