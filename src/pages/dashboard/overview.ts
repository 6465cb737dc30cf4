import { masked } from '../../merchant-api/credentials.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { type Counted, digestedRequests } from '../../store/request-digest.ts';
import { isPublicKey } from '../curl.ts';
import type { Reader } from '../reader.ts';
import { sampleVerify } from '../sample-call.ts';
import { testerFrame } from '../tester-frame.ts';
import type { OverviewPage, Tally } from './page-models.ts';
import { callbackRow, requestRow, transactionRow } from './rows.ts';
import { snippetsOf } from './snippets.ts';

const latest = { before: Number.MAX_SAFE_INTEGER, limit: 8 };
const hourMs = 3_600_000;

export function overviewModel(runtime: Runtime, reader: Reader): OverviewPage {
  const { store } = runtime;
  const since = runtime.clock.now() - hourMs;
  return {
    ...testerFrame(runtime, reader, 'overview', reader.t.rail.pages.overview),
    ...connection(runtime),
    cursor: String(store.events.lastId()),
    refusals: store.requests.refusalsSince(since).map(refusalTally),
    lint: store.requests.lintSince(since).map(lintTally),
    tallied: digestedRequests,
    transactions: store.transactions.list({}, latest).map((each) => transactionRow(runtime, reader, each)),
    requests: store.requests.list({}, latest).map((each) => requestRow(reader, each)),
    callbacks: store.callbacks
      .list({ status: 'exhausted' }, latest)
      .map((each) => callbackRow(runtime, reader, each)),
  };
}

/** What a merchant's app is set up with: the first account's keys. */
function connection({ store, addresses, names }: Runtime) {
  const [account] = store.accounts.all();
  const shown = (secret = '') => (isPublicKey(secret) ? secret : masked(secret));
  const { apiKey = '', accessTokens, secretKey } = account ?? {};
  const keys = { apiKey, accessToken: accessTokens?.test ?? '' };
  const arePublic = isPublicKey(keys.apiKey) && isPublicKey(keys.accessToken);
  const values = {
    GATEWAY_URL: addresses.publicUrl,
    GATEWAY_API_KEY: shown(apiKey),
    GATEWAY_ACCESS_TOKEN: shown(keys.accessToken),
    GATEWAY_SECRET_KEY: shown(secretKey),
  };
  const { gateway, fields } = sampleVerify();
  const dotenv = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return {
    accountName: account?.name ?? '',
    credentials: [
      { label: 'API key', value: values.GATEWAY_API_KEY },
      { label: 'Access token (test)', value: values.GATEWAY_ACCESS_TOKEN },
      { label: 'Access token (live)', value: shown(accessTokens?.live) },
      { label: 'Secret key (HMAC)', value: values.GATEWAY_SECRET_KEY },
    ],
    snippets: snippetsOf(
      {
        baseUrl: addresses.publicUrl,
        name: names.of(gateway.token),
        fields,
        keys: arePublic ? keys : undefined,
      },
      dotenv.join('\n'),
    ),
  };
}

function refusalTally({ what, status, count }: Counted): Tally {
  const query = what === null ? { status: `${String(status).charAt(0)}xx` } : { code: what };
  return {
    what: what ?? `${status} without a code`,
    count,
    href: `/_sandbox/requests?${new URLSearchParams(query)}`,
  };
}

function lintTally({ what, count }: Counted): Tally {
  return { what: what ?? '', count, href: '/_sandbox/requests?lint=with' };
}
