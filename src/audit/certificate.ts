const acceptIt =
  'let the account accept it: `gateway-sandbox accounts change ID --allow-self-signed true` with the sandbox of --url, or "allow_self_signed" in the accounts file that `fixtures` of your config or GATEWAY_SANDBOX_FIXTURES names.';

/** What to do about an app that was not called because of its certificate. Undefined for any other error. */
export function certificateMend(error: string | null): string | undefined {
  if (error?.startsWith('the TLS certificate is not for '))
    return `Use a host name that the certificate is for, or ${acceptIt}`;
  if (error?.startsWith('the TLS certificate '))
    return `If your app has a certificate of its own, ${acceptIt}`;
  return undefined;
}
