// Generated from the members of the configuration (`src/config`) by `npm run docs`, in `scripts/docs/start-options.ts`. Do not edit:
// test/control-api/openapi/documents.test.ts fails when it is out of date.
import type { SettingsPatch } from './contract.ts';

/** How to start a sandbox in code: the members of the config file. Without `port` it takes a free one, without `data` it is in memory. */
export interface StartOptions {
  /** The port to listen on; 0 uses a free one. */
  readonly port?: number;
  /** The address to listen on. If other machines can connect, the pages and the control API need a token. */
  readonly host?: string;
  /** The file to keep the data in. Without it, everything is in memory and lost when the sandbox stops. */
  readonly data?: string;
  /** Serve HTTPS, with a certificate from a local authority created on the fly, or with `cert` and `key`. */
  readonly https?: boolean;
  /** Your own certificate for HTTPS, PEM; requires `key`. */
  readonly cert?: string;
  /** The key of `cert`, PEM. */
  readonly key?: string;
  /** What every `redirect_url` begins with if clients reach the sandbox at another address: scheme, host and port, without a path. `auto` uses the address of each request, if its host is allowed; use it when the port is not known in advance. `exec`, `audit`, and `rehearse` ignore a fixed one, unless `exec` intercepts its host. The pages and the control API answer under the URL’s host too: set `token` if a tunnel or proxy lets others reach it. */
  readonly public_url?: string;
  /** More host names that the sandbox accepts: it rejects a request with an unknown `Host`. */
  readonly allow_hosts?: readonly string[];
  /** Reject what the live service would reject, instead of only logging a production warning. */
  readonly strict?: boolean;
  /** How the service behaves: `calm` never fails, `rainy` is slow and sometimes fails, `storm` is an outage that comes and goes. */
  readonly weather?: 'calm' | 'rainy' | 'storm';
  /** How long answers take: as the weather says, like a `slow-bank` or a `flaky-mobile` network, or as in the `report` of `compare`. */
  readonly latency?: 'weather' | 'slow-bank' | 'flaky-mobile' | 'report';
  /** The defaults of the settings: `documented` follows only the provider’s documentation, `observed` also follows public clients where it is silent, `compatible` follows them even where they differ from it. */
  readonly profile?: 'documented' | 'observed' | 'compatible';
  /** A file with the accounts to start with, like `fixtures/accounts.json` in the package. Accounts that the data file already has count instead of these; a reset brings these. */
  readonly fixtures?: string;
  /** A report of `compare`: the settings page shows its verdicts, and `latency: report` its times. `compare --write` sets it. */
  readonly compare_report?: string;
  /** Where callbacks to a host go instead, such as `{"app": "127.0.0.1:3000"}`. `app` applies to every port, `app:443` only to that one, as in `https://app/`. */
  readonly callback_host_map?: Readonly<Record<string, string>>;
  /** The token for the pages and the control API if other machines can connect (`host`). By default, one is generated and printed. */
  readonly token?: string;
  /** Take the source address of a request from `X-Forwarded-For`, and its scheme from `X-Forwarded-Proto`. */
  readonly trust_proxy?: boolean;
  /** Whether the checkout pages have the tester tools. */
  readonly tester_tools?: boolean;
  /** Your provider’s names for gateways and payment methods, in paths and in what is sent. */
  readonly names?: Readonly<
    Partial<
      Record<
        | 'walletA'
        | 'walletB'
        | 'localbankcards'
        | 'cardgw'
        | 'aggregator'
        | 'method_1'
        | 'method_2'
        | 'method_3'
        | 'method_4'
        | 'method_5',
        string
      >
    >
  >;
  /** What a payment method asks for: `wallet` a code on the phone, `card` a card. */
  readonly methods?: Readonly<
    Partial<Record<'method_1' | 'method_2' | 'method_3' | 'method_4' | 'method_5', 'wallet' | 'card'>>
  >;
  /** Settings for each behavior that the provider’s documentation leaves open, and for callbacks. */
  readonly settings?: SettingsPatch;
}
