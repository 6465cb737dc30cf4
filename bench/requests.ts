/** Raw requests, prepared before the measurement. */
const credentials =
  'Host: 127.0.0.1\r\nAuthorization: Bearer demo_test_token\r\nX-API-KEY: demo_api_key\r\n' +
  'Content-Type: application/x-www-form-urlencoded\r\n';

function post(path: string, fields: Readonly<Record<string, string>>): Buffer {
  const body = new URLSearchParams(fields).toString();
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${credentials}Content-Length: ${body.length}\r\n\r\n${body}`);
}

export function get(path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
}

// New customers for each run: a second code for the same phone takes more work.
const firstCustomer = Math.floor(Math.random() * 9_000_000);

function mobileNumber(index: number): string {
  return `091${String((firstCustomer + index) % 10_000_000).padStart(7, '0')}`;
}

export function verify(index: number): Buffer {
  return post('/api/v1/transaction/walletA/verify', {
    mobile_number: mobileNumber(index),
    birth_year: '1990',
    amount: '10.00',
  });
}

export function walletConfirm(processId: string, code: string): Buffer {
  return post('/api/v1/transaction/walletA/confirm', {
    process_id: processId,
    code,
    amount: '10.00',
    invoice_no: `W-${processId}`,
  });
}

export function checkoutConfirm(invoiceNo: string): Buffer {
  return post('/api/v1/transaction/localbankcards/confirm', {
    amount: '10.00',
    invoice_no: invoiceNo,
    return_url: 'http://127.0.0.1:1/return',
  });
}

/** A payment whose callback goes to the merchant's URL. */
export function checkoutWithCallback(invoiceNo: string, callbackUrl: string): Buffer {
  return post('/api/v1/transaction/aggregator/confirm', {
    amount: '10.00',
    invoice_no: invoiceNo,
    mobile_number: '0912345678',
    return_url: 'http://127.0.0.1:1/return',
    callback_url: callbackUrl,
  });
}

export function approve(token: string): Buffer {
  return control('POST', `/_sandbox/api/checkouts/${token}/approve`, {});
}

export function control(method: 'POST' | 'PATCH', path: string, content: object): Buffer {
  const body = JSON.stringify(content);
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`;
  return Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
}

/** An endless sequence of calls that repeats after `kinds` of them. */
export function endless(make: (index: number) => Buffer, kinds: number): () => Buffer {
  const made = Array.from({ length: kinds }, (_, index) => make(index));
  let index = 0;
  // The index stays within the list.
  return () => made[index++ % kinds] as Buffer;
}

export function listed(requests: readonly Buffer[]): () => Buffer | undefined {
  let index = 0;
  return () => requests[index++];
}

/** At most `count` requests. Without `count`, all of them. */
export function atMost(
  next: () => Buffer | undefined,
  count = Number.POSITIVE_INFINITY,
): () => Buffer | undefined {
  let sent = 0;
  return () => (sent++ < count ? next() : undefined);
}

/** The same code for every phone, so that a confirm does not need the inbox. */
export const everyCode = '123456';

export async function fixCodes(url: string): Promise<void> {
  const body = JSON.stringify({ otp: { policy: 'fixed', codes: { '*': everyCode } } });
  const answer = await fetch(`${url}/_sandbox/api/settings`, { method: 'PATCH', body });
  if (!answer.ok) throw new Error(`the codes could not be fixed: ${await answer.text()}`);
}
