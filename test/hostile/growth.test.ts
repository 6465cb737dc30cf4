import { describe, it } from 'vitest';
import { retryAfterMs } from '../../src/callbacks/schedule.ts';
import { answerOf } from '../../src/compatibility/ask-app.ts';
import { fieldsOf } from '../../src/compatibility/logged-fields.ts';
import { likeness } from '../../src/compatibility/name-likeness.ts';
import { checkedConfig } from '../../src/config/config-schema.ts';
import { eventFilter } from '../../src/control-api/event-filter.ts';
import * as fieldRules from '../../src/gateways/fields.ts';
import { didYouMean } from '../../src/input/nearest.ts';
import { pathOfProto } from '../../src/input/own-proto.ts';
import { judgeAmount } from '../../src/protocol/amount.ts';
import { durationMs } from '../../src/protocol/duration.ts';
import { firstDifference } from '../../src/protocol/first-difference.ts';
import { parseBody } from '../../src/protocol/form-encoding.ts';
import { parseHeaderValue } from '../../src/protocol/header-value.ts';
import { isIpAddress, isWhitelistEntry, kindOf } from '../../src/protocol/ip-address.ts';
import { asciiUrl, judgeMerchantUrl, queryFields, withQuery } from '../../src/protocol/merchant-url.ts';
import { normalMobileNumber } from '../../src/protocol/mobile-number.ts';
import { pastedAs, signedPart } from '../../src/protocol/pasted.ts';
import { diagnose } from '../../src/protocol/signature-doctor.ts';
import { readingsIn } from '../../src/protocol/text-readings.ts';
import { RateLimiter } from '../../src/runtime/rates.ts';
import { defaultSettings } from '../../src/settings/settings.ts';
import { changedSettings } from '../../src/settings/settings-change.ts';
import { expectLinear, large, timed } from './growth.ts';
import { longTexts } from './long-texts.ts';

const policy = {
  lenientMobile: true,
  strictInvoice: true,
  strict: true,
  codeLength: 6,
  isSandbox: () => false,
};
const rules = Object.values(fieldRules).flatMap((rule) =>
  typeof rule === 'object' && 'refuse' in rule ? [rule] : [],
);

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a urlencoded body': (text) => body('application/x-www-form-urlencoded', text),
  'a multipart body': (text) => body('multipart/form-data; boundary=b', `--b\r\n${text}\r\n--b--`),
  'the headers of a part': (text) =>
    body(
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: ${text.slice(0, 8000)}\r\n\r\n\r\n--b--`,
    ),
  'a JSON body': (text) => body('application/json', JSON.stringify({ [text]: text })),
  'broken JSON': (text) => body('application/json', text),
  // Node accepts at most 16 KB of headers.
  'a header': (text) => parseHeaderValue(text.slice(0, 16_000)),
  'an amount': (text) => judgeAmount(text, 50_000),
  'a duration': durationMs,
  'a mobile number': normalMobileNumber,
  'an address': (text) => [isIpAddress(text), kindOf(text), isWhitelistEntry(text)],
  'a URL': (text) => judgeMerchantUrl(text, () => false),
  'the query of a URL': (text) => [queryFields(text), withQuery(text, 'a=b')],
  'a URL with other letters': (text) => asciiUrl(text.slice(0, 2048)),
  'Retry-After': (text) => retryAfterMs(text, 0),
  'something pasted': (text) => [pastedAs(text), signedPart(text), signedPart(`POST / HTTP/1.1\r\n${text}`)],
  'text around a query': (text) => [
    readingsIn(text),
    readingsIn(`${text}?a=1&hashed=${'A'.repeat(64)}${text}`),
  ],
  // The control API accepts at most this many characters.
  'a string that differs': (text) => firstDifference(text.slice(0, 65_536), `${text.slice(0, 65_536)}x`),
  'an unknown name': (text) => didYouMean(text, ['transaction.completed', 'amount']),
  'an unknown setting': (text) => refusal(() => changedSettings(defaultSettings('observed'), { [text]: 1 })),
  'a change of settings': (text) =>
    refusal(() => changedSettings(defaultSettings('observed'), { otp: { lifetime: text } })),
  'a filter of events': (text) => eventFilter(() => text, normalMobileNumber),
  'what a client has sent': (text) => [
    seen('application/x-www-form-urlencoded', text),
    seen('multipart/form-data; boundary=b', text),
    seen('', text),
  ],
  // Only the first 64 KiB of an answer are read.
  'an answer of the app': (text) =>
    answerOf('POST', { status: 500, headers: [], body: Buffer.from(text.slice(0, 65_536)), durationMs: 1 }),
  // A config cannot have a longer name.
  'a name in a path': (text) => likeness(text.slice(0, 64), 'localbankcards'),
  ...Object.fromEntries(
    ['host', 'public_url', 'allow_hosts', 'callback_host_map', 'token', 'port', 'unknown'].map((member) => [
      `the config’s ${member}`,
      (text: string) => refusal(() => checkedConfig({ [member === 'unknown' ? text : member]: text }, '/')),
    ]),
  ),
  ...Object.fromEntries(
    rules.map((rule) => [
      `the field ${rule.name}`,
      (text: string) => refusal(() => rule.refuse?.(text, policy)),
    ]),
  ),
};

describe('Work on what strangers send grows no faster than its length', () => {
  it.each(Object.entries(readers))('%s', (_what, read) => {
    for (const [what, textOf] of longTexts) expectLinear(what, (length) => timed(read, textOf(length)));
  });

  // The doctor builds about fifty strings from it, so fewer and shorter texts are enough.
  it.each(['a=1&', '٣', '%', '&a'])('a signed message of many %j', (unit) => {
    expectLinear(unit, (length) => timed(diagnosed, unit.repeat(length / 50)));
  });

  it('members of a deep or a wide object', () => {
    expectLinear('deep', (length) => timed(pathOfProto, deep(length / 10)));
    expectLinear('wide', (length) =>
      timed(
        pathOfProto,
        Array.from({ length: length / 10 }, () => ({ a: 1 })),
      ),
    );
  });

  it('requests in a full window', () => {
    expectLinear('requests', (length) => {
      const rates = new RateLimiter();
      const limit = { requests: large, periodMs: large * 2 };
      return timed(() => {
        for (let now = 0; now < length; now += 1) rates.take('demo', limit, now, {});
      }, undefined);
    });
  });
});

function deep(levels: number): object {
  let inner: object = {};
  for (let level = 0; level < levels; level += 1) inner = { inner };
  return inner;
}

function body(contentType: string, text: string) {
  return parseBody(contentType, Buffer.from(text), { json: true });
}

function seen(contentType: string, text: string) {
  const headers = JSON.stringify([['content-type', contentType]]);
  // The function reads only these three.
  return fieldsOf({ headers, body: text, path: '/' } as unknown as Parameters<typeof fieldsOf>[0]);
}

function diagnosed(text: string) {
  const fields = [...new URLSearchParams(text)].slice(0, 1000);
  const known = {
    layout: 'encoded' as const,
    secretKey: 'key',
    otherKeys: new Map(),
    body: undefined,
    ownNames: new Set<string>(),
  };
  return diagnose({ ...known, fields, came: fields, hashed: 'X', built: text });
}

function refusal(judge: () => unknown): unknown {
  try {
    return judge();
  } catch (error) {
    return error;
  }
}
