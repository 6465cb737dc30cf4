import { gatewayTokens } from '../../gateways/index.ts';
import type { AppParts } from '../../http/parts.ts';
import { judgedPage } from '../../journal/verdict-list.ts';
import { masked } from '../../merchant-api/credentials.ts';
import type { CredentialName } from '../../protocol/vocabulary.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Account } from '../../store/accounts.ts';
import { isPublicKey } from '../curl.ts';
import type { Reader } from '../reader.ts';
import { sampleVerify } from '../sample-call.ts';
import { testerFrame } from '../tester-frame.ts';
import { attentionOf } from './attention.ts';
import type { OverviewPage } from './overview-model.ts';
import type { Piece } from './page-models.ts';
import { requestRow, transactionRow } from './rows.ts';
import { snippetsOf } from './snippets.ts';

const latest = { before: Number.MAX_SAFE_INTEGER, limit: 8 };

export function overviewModel({ runtime, demoShop }: AppParts, reader: Reader): OverviewPage {
  const { store, names } = runtime;
  const filter = reader.account === '' ? {} : { accountId: reader.account };
  const { rows } = judgedPage(store, filter, latest);
  const calls = store.requests.list(filter, latest);
  return {
    ...testerFrame(runtime, reader, 'overview', reader.t.rail.pages.overview),
    ...connection(runtime, reader),
    cursor: String(store.events.lastId()),
    isNew: calls.length === 0 && rows.length === 0,
    attention: attentionOf(runtime, reader),
    transactions: rows.map((each) => transactionRow(runtime, reader, each)),
    calls: calls.map((each) => ({
      ...requestRow(reader, each),
      age: reader.t.dashboard.payments.age((runtime.clock.now() - each.at) / 1000),
    })),
    shopGateways: gatewayTokens
      .filter((token) => demoShop?.gateways.includes(token))
      .map((token) => names.of(token)),
  };
}

/** The account whose keys the overview shows: the selected one, or the first. */
export function shownAccount({ store }: Runtime, { account }: Reader): Account | undefined {
  return store.accounts.get(account) ?? store.accounts.all()[0];
}

/** The values an app is configured with: the base URL and the keys of one account. */
function connection(runtime: Runtime, reader: Reader) {
  const { addresses, names } = runtime;
  const { overview } = reader.t.dashboard;
  const account = shownAccount(runtime, reader);
  const { apiKey = '', accessTokens, secretKey } = account ?? {};
  const keys = { apiKey, accessToken: accessTokens?.test ?? '' };
  const arePublic = isPublicKey(keys.apiKey) && isPublicKey(keys.accessToken);
  const own = {
    apiKey: pieceOf('api_key', apiKey),
    test: pieceOf('test', keys.accessToken),
    live: pieceOf('live', accessTokens?.live),
    secretKey: pieceOf('secret_key', secretKey),
  };
  const { gateway, fields } = sampleVerify();
  const dotenv = [
    { text: `GATEWAY_URL=${addresses.publicUrl}\nGATEWAY_API_KEY=` },
    own.apiKey,
    { text: '\nGATEWAY_ACCESS_TOKEN=' },
    own.test,
    { text: '\nGATEWAY_SECRET_KEY=' },
    own.secretKey,
  ];
  const credentials = [
    { label: overview.apiKey, value: own.apiKey },
    { label: overview.testToken, value: own.test },
    { label: overview.liveToken, value: own.live },
    { label: overview.secretKey, value: own.secretKey },
  ];
  const call = {
    baseUrl: addresses.publicUrl,
    name: names.of(gateway.token),
    fields,
    keys: arePublic ? keys : undefined,
  };
  return {
    keysOf: account?.id ?? '',
    keysName: account?.name ?? '',
    areMasked: credentials.some(({ value }) => value.key),
    credentials,
    snippets: snippetsOf(call, dotenv),
  };
}

function pieceOf(key: CredentialName, secret = ''): Piece {
  return isPublicKey(secret) ? { text: secret } : { text: masked(secret), key };
}
