import { isIpAddress } from '../protocol/ip-address.ts';
import { isLocalUrl, judgeMerchantUrl } from '../protocol/merchant-url.ts';

/** What the field rules need besides the text: settings, and facts about this sandbox. */
export interface FieldPolicy {
  readonly lenientMobile: boolean;
  readonly strictInvoice: boolean;
  /** Refuse what the live service would refuse: local callback URLs. */
  readonly strict: boolean;
  /** How many digits the gateway's one-time codes have. */
  readonly codeLength: number;
  readonly isSandbox: (url: URL) => boolean;
}

/** A setting or a fixed assumption, by its name in `X-Sandbox-Assumption`. */
type FieldAssumption =
  | 'invoice.alphabet'
  | 'mobile.lenient'
  | 'otp.length'
  | 'code.form'
  | 'birth-year.form'
  | 'customer-ip.form'
  | 'lang.form'
  | 'email.form'
  | 'urls.form'
  | 'callback-url.local'
  | `${string}.mobile-number`;

/** One form field of the API documentation's tables. */
export interface FieldRule {
  readonly name: string;
  readonly required: boolean;
  /** The rule in words, for the reference. */
  readonly rule: string;
  /** A valid value for sample calls. */
  readonly example?: string;
  /** JSON Schema pattern of what is accepted by default, for rules that can be a pattern. */
  readonly pattern?: string;
  /** Why the text is refused, if it is. Absent when the flow checks the field, with its own error code. */
  readonly refuse?: (text: string, policy: FieldPolicy) => string | undefined;
  /** The assumptions that decide about this text, where the API documentation does not cover such texts. */
  readonly restsOn?: (text: string, refused: string | undefined) => readonly FieldAssumption[];
  /** What the live service would refuse although the sandbox accepts it. */
  readonly lint?: (text: string) => string | undefined;
}

/** Checked separately, after the other fields and with its own error codes. */
export const amount: FieldRule = {
  name: 'amount',
  required: true,
  rule: 'at most two decimal places',
  example: '10.00',
};

/** Any text: the flow refuses every kind of unknown process with the same answer. */
export const processId: FieldRule = { name: 'process_id', required: true, rule: 'returned by verify' };

export const birthYear: FieldRule = {
  ...matching('birth_year', '4 digits', '^[0-9]{4}$'),
  example: '1990',
  // The API documentation says 4 digits but not in which script.
  restsOn: (text, refused) => (refused !== undefined && /^\p{Nd}{4}$/u.test(text) ? ['birth-year.form'] : []),
};

export const code: FieldRule = {
  name: 'code',
  required: true,
  rule: 'the code sent to the phone',
  pattern: '^[0-9]{4,10}$',
  refuse: (text, policy) =>
    text.length === policy.codeLength && /^[0-9]+$/.test(text)
      ? undefined
      : `must be ${policy.codeLength} digits`,
  restsOn: whenRefused('code.form', 'otp.length'),
};

export const customerIp: FieldRule = {
  name: 'customer_ip',
  required: false,
  rule: 'an IPv4 or IPv6 address',
  refuse: (text) => (isIpAddress(text) ? undefined : 'must be an IPv4 or IPv6 address'),
  restsOn: whenRefused('customer-ip.form'),
};

export const lang: FieldRule = {
  ...matching('lang', '`ar` or `en`', '^(ar|en)$'),
  required: false,
  restsOn: whenRefused('lang.form'),
};

export const email: FieldRule = {
  ...matching(
    'email',
    'an email address of at most 254 characters',
    '^[^@\\s\\p{Cc}]+@[^@\\s\\p{Cc}]+$',
    254,
  ),
  required: false,
  restsOn: whenRefused('email.form'),
};

/** Control characters, and characters that change the direction of text. */
const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

export const invoiceNo: FieldRule = {
  name: 'invoice_no',
  required: true,
  rule: '1 to 255 characters, unique, never used before',
  refuse: (text, policy) => {
    if ([...text].length > 255) return 'must have at most 255 characters';
    if (hidden.test(text)) return 'must not contain control characters';
    if (text.trim() !== text) return 'must not begin or end with a space';
    if (policy.strictInvoice && !plainInvoice.test(text)) return 'must consist of A-Z a-z 0-9 . _ -';
    return undefined;
  },
  restsOn: (text) => (plainInvoice.test(text) ? [] : ['invoice.alphabet']),
  lint: (text) =>
    plainInvoice.test(text)
      ? undefined
      : 'clients differ in how they encode an invoice_no outside A-Z a-z 0-9 . _ - when they verify `hashed`',
};
const plainInvoice = /^[A-Za-z0-9._-]+$/;

export const returnUrl: FieldRule = {
  name: 'return_url',
  required: true,
  rule: 'an absolute http or https URL',
  refuse: refuseUrl,
  restsOn: whenRefused('urls.form'),
};

const notPublic = 'must be publicly accessible: this address is private or local';

export const callbackUrl: FieldRule = {
  name: 'callback_url',
  required: true,
  rule: 'an absolute http or https URL, publicly accessible on the live service',
  refuse: (text, policy) =>
    refuseUrl(text, policy) ?? (policy.strict && isLocalUrl(new URL(text)) ? notPublic : undefined),
  restsOn: (text, refused) => {
    if (refused !== undefined && refused !== notPublic) return ['urls.form'];
    return isLocalUrl(new URL(text)) ? ['callback-url.local'] : [];
  },
  lint: (text) =>
    isLocalUrl(new URL(text))
      ? 'the live service refuses a callback_url with a private or local address'
      : undefined,
};

function refuseUrl(text: string, policy: FieldPolicy): string | undefined {
  const verdict = judgeMerchantUrl(text, policy.isSandbox);
  return 'why' in verdict ? verdict.why : undefined;
}

function whenRefused(...assumptions: readonly FieldAssumption[]) {
  return (_text: string, refused: string | undefined) => (refused === undefined ? [] : assumptions);
}

function matching(name: string, rule: string, pattern: string, longest = 64): FieldRule {
  const form = new RegExp(pattern, 'u');
  const refuse = (text: string) =>
    text.length <= longest && form.test(text) ? undefined : `must be ${rule}`;
  return { name, required: true, rule, pattern, refuse };
}
