// Generated from the members of the configuration by `npm run docs`. A test fails when it is out of date.
import type { SettingsPatch } from './contract.ts';

/** How to start a sandbox in code: the members of the config file. Without `port` it takes a free one, without `data` it is in memory. */
export interface StartOptions {
  /** The port to listen on; 0 takes a free one. */
  readonly port?: number;
  /** The address to listen on. Unless it is this machine alone, pages and control API need a token. */
  readonly host?: string;
  /** The file that keeps the data; without it everything is in memory, and gone at the end. */
  readonly data?: string;
  /** Serve HTTPS, with a certificate of a local authority that is made on the fly, or with `cert` and `key`. */
  readonly https?: boolean;
  /** Your own certificate for HTTPS, PEM; goes together with `key`. */
  readonly cert?: string;
  /** The key of `cert`, PEM. */
  readonly key?: string;
  /** What every `redirect_url` begins with, when clients reach the sandbox by another address: scheme, host and port, without a path. `auto`: the address by which each request came, if its host is allowed, for ports that are known late. */
  readonly public_url?: string;
  /** More names under which the sandbox answers: the `Host` of a request must be known. */
  readonly allow_hosts?: readonly string[];
  /** Refuse what the live service would refuse and the sandbox otherwise only notes in the log. */
  readonly strict?: boolean;
  /** The defaults of the settings: `documented` follows the document alone, `observed` also follows public clients where it is silent, `compatible` even where they differ from it. */
  readonly profile?: 'documented' | 'observed' | 'compatible';
  /** A file with the accounts to begin with, as in the package’s `fixtures/accounts.json`. */
  readonly fixtures?: string;
  /** Where callbacks to a host go instead, such as `{"app": "127.0.0.1:3000"}`. */
  readonly callback_host_map?: Readonly<Record<string, string>>;
  /** The token for pages and control API with `host`; without it one is made and printed. */
  readonly token?: string;
  /** Take the source address of a request from `X-Forwarded-For`, and its scheme from `X-Forwarded-Proto`. */
  readonly trust_proxy?: boolean;
  /** Whether the checkout pages have the tester’s panel. */
  readonly tester_tools?: boolean;
  /** Your own provider’s words for gateways and payment methods, in paths and in what is sent. */
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
  /** A switch for each behaviour that the API’s document leaves open, and the policy of callbacks. */
  readonly settings?: SettingsPatch;
}
