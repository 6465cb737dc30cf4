import { gateways, gatewayTokens } from '../../../src/gateways/index.ts';
import type { Dice } from './dice.ts';
import { framed, printable, type WireRequest } from './request.ts';

const endpoints = gatewayTokens.flatMap((token) =>
  gateways[token].flow === 'otp' ? [`${token}/verify`, `${token}/confirm`] : [`${token}/confirm`],
);

/** A valid value for each field, followed by values that some rule refuses. */
const likely: Readonly<Record<string, readonly [string, ...string[]]>> = {
  amount: ['10.00', '10', '0', '500.01', '1.234', '-5', '٥', '400.02'],
  mobile_number: ['0912345678', '0945678901', '912345678', '+218912345678', '0919999903'],
  birth_year: ['1990', '90'],
  process_id: ['1000000000001', '1000000000002', '1000000000003', '9007199254740993'],
  code: ['123456', '1234', '000000', '0000', '000003'],
  invoice_no: ['1', 'a&b=c', ' x', 'é', '\u202e', '😀', 'MAGIC-RETURN-ONLY-1'],
  return_url: ['https://shop.example/r', 'http://127.0.0.1:4700/', 'javascript:x', 'https://é.example/?a#b'],
  callback_url: ['http://127.0.0.1:9/c', 'http://169.254.169.254/', '//x'],
  customer_ip: ['203.0.113.7', '::1', '999.1.1.1'],
  lang: ['ar', 'en', 'fr'],
  email: ['a@b', 'a@b@c'],
};

/** A call to the merchant API, mostly almost valid, so that it passes many checks. */
export function merchantRequest(dice: Dice, place: number): WireRequest {
  const endpoint = endpoints[dice.below(endpoints.length)];
  const path = dice.chance(0.95) ? `/api/v1/transaction/${endpoint}` : `/api/${printable(dice.text())}`;
  const query = dice.chance(0.05) ? `?${printable(dice.text())}` : '';
  const { type, body } = bodyOf(dice, fieldsOf(dice, place));
  return framed({
    method: dice.chance(0.97) ? 'POST' : dice.oneOf(['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']),
    target: path + query,
    headers: headersOf(dice, type),
    body,
  });
}

function fieldsOf(dice: Dice, place: number): [string, string][] {
  const fields = Object.entries(likely).flatMap(([name, values]): [string, string][] => {
    if (dice.chance(0.03)) return [];
    if (dice.chance(0.03)) return [[name, dice.text()]];
    const usual = name === 'invoice_no' ? `INV-${place}` : values[0];
    return [[name, dice.chance(0.85) ? usual : dice.oneOf(values)]];
  });
  if (dice.chance(0.05)) fields.push([dice.oneOf(['amount', '__proto__', 'amount[]', '']), dice.text()]);
  return fields;
}

function bodyOf(dice: Dice, fields: readonly [string, string][]): { type: string; body: Buffer } {
  const form = 'application/x-www-form-urlencoded';
  const multipart = 'multipart/form-data; boundary=x';
  const kind = dice.below(10);
  if (kind < 6)
    return { type: form, body: Buffer.from(new URLSearchParams(fields as [string, string][]).toString()) };
  if (kind === 6) return { type: form, body: Buffer.from(fields.map((each) => each.join('=')).join('&')) };
  if (kind === 7) return { type: multipart, body: Buffer.from(partsOf(fields)) };
  if (kind === 8)
    return {
      type: dice.oneOf([form, multipart, 'application/json', 'text/plain', dice.text()]),
      body: dice.bytes(300),
    };
  const whole = Buffer.from(partsOf(fields));
  // Cut off somewhere, or with one byte changed.
  if (dice.chance(0.5)) whole[dice.below(whole.length)] = dice.below(256);
  return { type: multipart, body: whole.subarray(0, dice.below(whole.length)) };
}

function partsOf(fields: readonly [string, string][]): string {
  const parts = fields.map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--x--`;
}

function headersOf(dice: Dice, type: string): Record<string, string> {
  const isRight = dice.chance(0.95);
  return {
    Authorization: isRight
      ? `Bearer demo_${dice.oneOf(['test', 'test', 'live'])}_token`
      : printable(dice.text()),
    'X-API-KEY': isRight ? 'demo_api_key' : printable(dice.text()),
    'Content-Type': printable(type.replaceAll(' ', '')),
    ...(dice.chance(0.02) && { 'X-Sandbox-Fault': dice.oneOf(['BACKEND_ERROR', 'NO_SUCH_CODE']) }),
    ...(dice.chance(0.02) && { 'X-Sandbox-Delay': dice.oneOf(['1ms', '-1', 'x', '11m']) }),
    ...(dice.chance(0.02) && { 'X-Sandbox-Client-IP': printable(dice.text()) }),
    ...(dice.chance(0.02) && { 'X-Forwarded-For': printable(dice.text()) }),
  };
}
