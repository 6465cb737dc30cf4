import { createHmac, timingSafeEqual } from 'node:crypto';

const own =
  /^(gateway|approved|canceled|invoice_no|amount|currency|paymet_method|payment_method|transaction_id)$/;

/**
 * The fields of a callback or return if `hashed` proves that the gateway sent them, else null. `raw` is the query string or the JSON
 * body exactly as it arrived, before a framework has parsed it. Then compare invoice, amount, currency and gateway with your order.
 */
export function verifiedFields(raw, secretKey) {
  const fields = new Map();
  for (const [name, value] of pairsOf(raw)) {
    // Parameters of your own return_url are not signed.
    if (!own.test(name) && name !== 'hashed') continue;
    // A repeated name could mean one thing here and another to the code that reads it.
    if (fields.has(name) || !['string', 'number'].includes(typeof value)) return null;
    // Half a character, which only JSON can contain, would be signed as another character.
    if (!String(value).isWellFormed()) return null;
    fields.set(name, String(value));
  }
  const hashed = fields.get('hashed') ?? '';
  fields.delete('hashed');
  if (!/^[0-9A-F]{64}$/.test(hashed)) return null;
  // Paid and canceled at once: the gateway never says that.
  if (fields.get('approved') === '1' && fields.has('canceled')) return null;
  // In the order of arrival, and encoded as PHP's http_build_query does: URLSearchParams leaves one more character unencoded.
  const text = new URLSearchParams([...fields]).toString().replaceAll('*', '%2A');
  const expected = createHmac('sha256', secretKey).update(text).digest();
  return timingSafeEqual(expected, Buffer.from(hashed, 'hex')) ? Object.fromEntries(fields) : null;
}

function pairsOf(raw) {
  if (!raw.trimStart().startsWith('{')) return new URLSearchParams(raw);
  try {
    return Object.entries(JSON.parse(raw));
  } catch {
    return [];
  }
}
