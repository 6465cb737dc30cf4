import { isLocalUrl } from '../protocol/merchant-url.ts';
import { isNationalNumber } from '../protocol/mobile-number.ts';
import { CommandFailed, WrongUsage } from './control-client.ts';
import { msOf, mustBeUrl, timeoutOf } from './flag-values.ts';

/** The flags as commander parses them. */
export interface CompareFlags {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly accessToken?: string;
  readonly mobileNumber?: string;
  readonly allowLock?: boolean;
  readonly live?: boolean;
  readonly dryRun?: boolean;
  readonly pause: string;
  readonly timeout: string;
  readonly config?: string;
  readonly write?: boolean;
  readonly report?: string;
  readonly html?: string;
  readonly json?: boolean;
}

/** Validated flags. */
export interface Target {
  /** Without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly accessToken: string;
  readonly mobileNumber: string | undefined;
  readonly pauseMs: number;
  readonly timeoutMs: number;
}

/** Throws `WrongUsage`. */
export function targetOf(flags: CompareFlags): Target {
  const apiKey = flags.apiKey ?? (process.env.COMPARE_API_KEY || undefined);
  const accessToken = flags.accessToken ?? (process.env.COMPARE_ACCESS_TOKEN || undefined);
  if (flags.baseUrl === undefined || apiKey === undefined || accessToken === undefined)
    throw new WrongUsage(firstSteps);
  const mobileNumber = numberOf(flags);
  return {
    url: baseUrlOf(flags.baseUrl),
    apiKey: headerText('api-key', apiKey),
    accessToken: headerText('access-token', accessToken),
    mobileNumber,
    pauseMs: msOf('pause', flags.pause),
    timeoutMs: timeoutOf(flags.timeout),
  };
}

const firstSteps = `Which service, with which keys? Use your provider's test mode:

  COMPARE_API_KEY=… COMPARE_ACCESS_TOKEN=… gateway-sandbox compare --base-url https://api.example.com

Nothing is paid. --dry-run shows every call first. With --mobile-number and your own number, the wallets are compared too.`;

/** Accepts the address of an endpoint too, because that is what people copy. */
function baseUrlOf(text: string): string {
  mustBeUrl('base-url', text);
  const url = URL.parse(text);
  if (!url) throw new WrongUsage(`--base-url ${JSON.stringify(text)} is not an http or https address.`);
  if (url.username || url.password) throw new WrongUsage('--base-url must not contain a user or password.');
  if (url.protocol === 'http:' && !isLocalUrl(url))
    throw new WrongUsage(`--base-url ${JSON.stringify(text)} would send your keys unencrypted. Use https.`);
  return `${url.origin}${url.pathname}`.replace(/\/(?:api(?:\/v1(?:\/.*)?)?)?\/*$/, '');
}

function numberOf({ mobileNumber, allowLock, live }: CompareFlags): string | undefined {
  if (mobileNumber !== undefined && !isNationalNumber(mobileNumber))
    throw new WrongUsage(`--mobile-number ${JSON.stringify(mobileNumber)} is not of the form 09XXXXXXXX.`);
  if (allowLock && mobileNumber === undefined) throw new WrongUsage('--allow-lock needs --mobile-number.');
  if (live && mobileNumber !== undefined)
    throw new WrongUsage(
      '--mobile-number is for test tokens: with a live one, a code that is guessed would pay.',
    );
  return mobileNumber;
}

function headerText(flag: string, text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new WrongUsage(`--${flag} holds characters that no header can carry. Copy it again.`);
}

/** Refuses a token that looks live without `--live`. */
export function refuseLiveToken({ accessToken }: Target, { live }: CompareFlags): void {
  if (live || !/live|prod/i.test(accessToken)) return;
  throw new CommandFailed('The access token looks like a live one. Use a test token, or add --live.');
}
