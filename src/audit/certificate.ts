const acceptCertificate =
  'If your app has a certificate of its own, let the account accept it: `gateway-sandbox accounts change ID --allow-self-signed true` with the sandbox of --url, or "allow_self_signed" in the accounts file that `fixtures` of your config or GATEWAY_SANDBOX_FIXTURES names.';

/** What to do about an app that was not called because of its certificate. Undefined for any other error. */
export function certificateMend(error: string | null): string | undefined {
  return error?.startsWith('the TLS certificate ') ? acceptCertificate : undefined;
}
