import { otpStatusAt } from '../../control-api/shapes.ts';
import { otpMessage } from '../../flows/otp-message.ts';
import { gateways } from '../../gateways/index.ts';
import { hundredthsOf, twoDecimals } from '../../protocol/amount.ts';
import { isNationalNumber, normalMobileNumber } from '../../protocol/mobile-number.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Language } from '../../protocol/vocabulary.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { firstPage } from '../../store/statements.ts';
import type { Otp } from '../../store/verifications.ts';
import { accountQuery } from '../account-query.ts';
import { curl, pastableKeys } from '../curl.ts';
import { type Content, type ContentPage, keptContent, writtenLater } from '../kept-content.ts';
import type { Reader } from '../reader.ts';
import { render } from '../render.ts';
import { sampleVerifyOf } from '../sample-call.ts';
import { testerFrame } from '../tester-frame.ts';
import type { OtpCard, Phone, PhoneNumber } from '../tester-models.ts';

/** With more codes than this, all valid ones but the newest are lines without a menu, so that all fit. */
const mostCards = 8;

export function inboxModel(
  runtime: Runtime,
  reader: Reader,
  search: string,
  number: string | undefined,
  open?: string,
): ContentPage {
  const title = [reader.t.rail.pages.inbox, number].filter(Boolean).join(' ');
  const shown: Shown = { lang: reader.lang, account: reader.account, search, number, open };
  return {
    ...testerFrame(runtime, reader, 'inbox', title),
    content: keptContent(runtime, ['inbox', JSON.stringify(shown)], (now) => {
      const otps = found(runtime, shown).map((otp) => ({ ...otp, status: otpStatusAt(now, otp) }));
      const html = render('parts/phone', phone(runtime, otps, shown));
      return { html, ...whileActive(reader, otps) };
    }),
  };
}

interface Shown {
  readonly lang: Language;
  /** The account whose codes are shown. Empty for all. */
  readonly account: string;
  readonly search: string;
  /** Only the codes of this number. */
  readonly number: string | undefined;
  /** The code whose menu is open. */
  readonly open: string | undefined;
}

/** Active codes show the time that is left, until the first one expires. */
function whileActive({ t }: Reader, otps: readonly Otp[]): Omit<Content, 'html'> {
  const ends = otps.filter(({ status }) => status === 'active').map(({ expiresAt }) => expiresAt);
  return {
    until: Math.min(...ends),
    texts: (now) =>
      ends.flatMap((end) => {
        const seconds = Math.max(0, Math.round((end - now) / 1000));
        return [String(seconds), t.time(seconds)];
      }),
  };
}

/** Each code has its status at the time of rendering. */
function phone(runtime: Runtime, otps: readonly Otp[], shown: Shown): Phone {
  const { lang, account, search, number } = shown;
  const isAll = number === undefined && search.trim() === '';
  return {
    lang,
    account,
    accountQuery: accountQuery(account),
    search,
    number,
    numbers: numbersOf(isAll ? otps : found(runtime, { ...shown, search: '', number: undefined })),
    otps: otpCards(runtime, otps, shown),
    cursor: String(runtime.store.events.lastId()),
    sampleCurl: verifyCurl(runtime, account, number ?? '0912345678'),
  };
}

/** A sample call that makes a code appear here. */
function verifyCurl({ store, addresses, names }: Runtime, accountId: string, number: string): string {
  const keys = pastableKeys(store.accounts.get(accountId) ?? store.accounts.all()[0], 'test');
  const { gateway, fields } = sampleVerifyOf(number);
  return curl(addresses.publicUrl, `${names.of(gateway.token)}/verify`, keys, fields);
}

/** The numbers of these codes, in the same order. */
function numbersOf(otps: readonly Otp[]): PhoneNumber[] {
  const numbers = new Map<string, PhoneNumber & { readonly codes: string[] }>();
  for (const otp of otps) {
    const known = numbers.get(otp.mobileNumber);
    if (known) known.codes.push(codeKey(otp));
    else numbers.set(otp.mobileNumber, phoneNumber(otp));
  }
  return [...numbers.values()];
}

function phoneNumber(newest: Otp): PhoneNumber & { readonly codes: string[] } {
  return {
    number: newest.mobileNumber,
    code: newest.code,
    amount: readable(newest.amount),
    currency: gateways[newest.gateway].currency,
    at: isoTime(newest.createdAt),
    codes: [codeKey(newest)],
  };
}

/** Short, because a page has many. Ids and the clock may start over; process ids come from the machine's clock. */
function codeKey({ id, processId }: Otp): string {
  return (Number(processId) % 36 ** 4).toString(36).padStart(4, '0') + id;
}

/** With two decimals, as on the customer's page. */
function readable(amount: string): string {
  return twoDecimals(hundredthsOf(amount));
}

function otpCards(runtime: Runtime, otps: readonly Otp[], { account, search, open }: Shown): OtpCard[] {
  const paid = runtime.store.verifications.transactionIds(otps.map(({ processId }) => processId));
  const newest = otps.find((otp) => otp.status === 'active');
  return otps.map((otp) => {
    const card = otpCard(runtime, otp, paid.get(otp.processId) ?? null);
    const isLine = card.state === 'active' && otps.length > mostCards && otp !== newest && open !== card.id;
    if (isLine) return { ...card, openHref: openHrefOf({ account, search, open: card.id }) };
    return { ...card, ...ofWholeCard(runtime, otp, card), isOpen: open === card.id };
  });
}

/** The parts that a line leaves out. */
function ofWholeCard(
  runtime: Runtime,
  otp: Otp,
  { state, amount, checkoutHref, lang }: OtpCard,
): Partial<OtpCard> {
  if (state !== 'active') return {};
  return {
    message: otpMessage({ code: otp.code, gateway: otp.gateway, amount })[lang],
    confirmCurl: checkoutHref === undefined ? confirmCurl(runtime, otp) : undefined,
  };
}

function otpCard(runtime: Runtime, otp: Otp, transactionId: number | null): OtpCard {
  const amount = readable(otp.amount);
  // Codes of the hosted checkout are typed there. Only wallets have a confirm call.
  const checkout = transactionId === null ? undefined : runtime.store.checkouts.ofTransaction(transactionId);
  const transaction = transactionId === null ? undefined : runtime.store.transactions.get(transactionId);
  return {
    id: String(otp.id),
    code: otp.code,
    mobileNumber: otp.mobileNumber,
    gateway: runtime.names.of(otp.gateway),
    mode: otp.mode,
    amount,
    currency: gateways[otp.gateway].currency,
    invoice: transaction?.invoiceNo,
    state: otp.status,
    wrongTries: otp.attempts,
    createdAt: isoTime(otp.createdAt),
    expiresAt: isoTime(otp.expiresAt),
    secondsLeft: writtenLater,
    timeLeft: writtenLater,
    // The documented default of `lang`, because verify has no such field.
    lang: checkout?.lang ?? 'ar',
    transactionHref: transactionId === null ? undefined : `/_sandbox/transactions/${transactionId}`,
    checkoutHref: checkout && `/checkout?token=${checkout.token}`,
  };
}

function confirmCurl(runtime: Runtime, otp: Otp): string {
  const keys = pastableKeys(runtime.store.accounts.get(otp.accountId), otp.mode);
  return curl(runtime.addresses.publicUrl, `${runtime.names.of(otp.gateway)}/confirm`, keys, {
    process_id: otp.processId,
    code: otp.code,
    amount: otp.amount,
    invoice_no: `INV-${otp.processId}`,
  });
}

/** Mobile numbers in any format match as a whole. Other text is a gateway name or a code. */
function found({ store, names }: Runtime, { account, search, number: only }: Shown): Otp[] {
  const ofAccount = account === '' ? {} : { accountId: account };
  const term = (only ?? search).trim();
  if (term === '') return store.verifications.otps(ofAccount, firstPage);
  const number = normalMobileNumber(term);
  if (isNationalNumber(number))
    return store.verifications.otps({ ...ofAccount, mobileNumber: number }, firstPage);
  const gateway = names.gateway(term);
  return store.verifications.otps({ ...ofAccount, ...(gateway ? { gateway } : { code: term }) }, firstPage);
}

/** Without the parameters that are empty. */
function openHrefOf(parameters: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))}`;
}
