import type { Runtime } from '../../runtime.ts';
import { curl } from '../curl.ts';
import { masked } from '../merchant-api/credentials.ts';
import { testerFrame } from '../tester-frame.ts';
import type { OverviewPage } from '../tester-models.ts';
import { callbackRow, requestRow, transactionRow } from './rows.ts';

const latest = { before: Number.MAX_SAFE_INTEGER, limit: 10 };

/** The keys that every sandbox begins with, printed in its documentation: no secrets. */
const publicKey = /^demo_/;

export function overviewModel(runtime: Runtime): OverviewPage {
  const { store, addresses, names } = runtime;
  const [account] = store.accounts.all();
  const shown = (secret = '') => (publicKey.test(secret) ? secret : masked(secret));
  const values = {
    GATEWAY_URL: addresses.publicUrl,
    GATEWAY_API_KEY: shown(account?.apiKey),
    GATEWAY_ACCESS_TOKEN: shown(account?.accessTokens.test),
    GATEWAY_SECRET_KEY: shown(account?.secretKey),
  };
  return {
    ...testerFrame(runtime, 'overview', 'Overview'),
    accountName: account?.name ?? '',
    credentials: [
      { label: 'API key', value: values.GATEWAY_API_KEY },
      { label: 'Access token (test)', value: values.GATEWAY_ACCESS_TOKEN },
      { label: 'Access token (live)', value: shown(account?.accessTokens.live) },
      { label: 'Secret key (HMAC)', value: values.GATEWAY_SECRET_KEY },
    ],
    dotenv: Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
    sampleCurl: curl(
      addresses.publicUrl,
      `${names.of('walletA')}/verify`,
      { apiKey: values.GATEWAY_API_KEY, accessToken: values.GATEWAY_ACCESS_TOKEN },
      { mobile_number: '0912345678', birth_year: '1990', amount: '10.00' },
    ),
    transactions: store.transactions.list({}, latest).map((each) => transactionRow(runtime, each)),
    requests: store.requests.list({}, latest).map(requestRow),
    callbacks: store.callbacks.list({}, latest).map((each) => callbackRow(runtime, each)),
  };
}
