/** Where the gateway is, and the keys of the shop's account. */
export interface Account {
  /** Without a trailing slash. */
  readonly gatewayUrl: string;
  readonly apiKey: string;
  readonly accessToken: string;
  readonly secretKey: string;
  /** The provider's word for a gateway. */
  readonly nameOf: (name: string) => string;
}

/** `refusal`: a message for the customer. */
export type Answer = { readonly result: Readonly<Record<string, unknown>> } | { readonly refusal: string };

const timeoutMs = 20_000;
const unknown = 'The result is unknown: check with us before you pay again.';

/** Calls `GATEWAY/verify` or `GATEWAY/confirm` with form fields. */
export async function callGateway(
  { gatewayUrl, apiKey, accessToken }: Account,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  try {
    const response = await fetch(`${gatewayUrl}/api/v1/transaction/${path}`, {
      method: 'POST',
      headers: {
        'User-Agent': 'gateway-sandbox demo shop',
        Authorization: `Bearer ${accessToken}`,
        'X-API-KEY': apiKey,
      },
      body: new URLSearchParams(fields),
      // The keys must never reach another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return read(response.status, await response.text());
  } catch {
    // Unknown, which is not the same as "not paid": the request may have arrived.
    return { refusal: `The gateway did not answer. ${unknown}` };
  }
}

function read(status: number, text: string): Answer {
  // The API's two response formats. Anything else becomes the refusal below.
  const body = (parsed(text) ?? {}) as { result?: object; error?: { code?: string; message?: string } };
  if (status === 200 && typeof body.result === 'object' && body.result !== null)
    return { result: { ...body.result } };
  const { code, message } = body.error ?? {};
  return {
    refusal: [message ?? `The gateway answered ${status}. ${unknown}`, code && `(${code})`]
      .filter(Boolean)
      .join(' '),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
