import { gatewayTokens } from '../gateways/index.ts';
import type { Names } from '../gateways/names.ts';
import { ApiError } from '../protocol/errors.ts';
import { jsonValue } from '../protocol/json-text.ts';
import { settingHint } from '../settings/setting-hint.ts';
import type { HeaderFields } from './request-context.ts';

/** The error for a path that is not an endpoint. */
export function unknownRoute(names: Names, name: string): ApiError {
  return new ApiError(undefined, {
    status: 404,
    message: 'The requested resource does not exist.',
    hint: routeHint(names, name),
  });
}

/** A hint for a body whose type is not accepted. */
export function bodyHint(contentType: string): string | undefined {
  if (!/json/i.test(contentType)) return undefined;
  return settingHint('accept JSON bodies', 'requests.bodies');
}

/** A hint for a compressed body, in which no field can be found. */
export function encodingHint(headers: HeaderFields): string | undefined {
  const encoding = headers.get('content-encoding') || 'identity';
  if (/^identity$/i.test(encoding)) return undefined;
  return 'The sandbox does not decompress request bodies. Send the body without Content-Encoding.';
}

/** A hint for a JSON body labeled as a form. PHP and curl label any text that way. */
export function jsonHint(contentType: string | undefined, body: Uint8Array): string | undefined {
  if (!/^\s*application\/x-www-form-urlencoded/i.test(contentType ?? '')) return undefined;
  const text = Buffer.from(body).toString().trim();
  if (!/^\{\s*"/.test(text) || jsonValue(text) === undefined) return undefined;
  return 'The body is JSON, but its Content-Type says that it is a form. Send form fields, in PHP with http_build_query().';
}

/** A hint for fields that were sent only in the query string. */
export const queryHint = settingHint('accept fields in the query string', 'requests.query');

/** A hint for a number that `mobile.lenient` would accept. */
export const mobileHint = settingHint('accept 9-digit mobile numbers', 'mobile.lenient');

/** An unknown name is usually the client's own name for a gateway. */
function routeHint(names: Names, name: string): string {
  if (name === '') return 'The endpoints are /api/v1/transaction/<gateway>/<verify|confirm>.';
  const token = names.gateway(name);
  if (token) return `${names.of(token)} has no verify. Its only endpoint is confirm.`;
  const known = gatewayTokens.map((each) => names.of(each)).join(', ');
  return `The gateways are ${known}. If your client has other names for them, set "names" in the config; \`gateway-sandbox doctor --client\` suggests them.`;
}
