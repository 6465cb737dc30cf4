import { UserError } from './user-error.ts';

/** A sandbox that already listens on the wanted port. */
export interface OtherSandbox {
  /** Without a trailing slash. */
  readonly url: string;
  readonly version: string;
}

/** The port is taken. The message says by whom, as far as that is known. */
export class PortInUse extends UserError {
  /** Undefined if the program on the port is not a sandbox, or does not answer. */
  readonly sandbox: OtherSandbox | undefined;

  constructor(address: string, sandbox: OtherSandbox | undefined, options?: ErrorOptions) {
    super(sentence(address, sandbox), options);
    this.sandbox = sandbox;
  }
}

function sentence(address: string, sandbox: OtherSandbox | undefined): string {
  if (sandbox === undefined)
    return `${address} is in use by another process. Choose another port with --port N, or a free one with --port 0.`;
  const { url, version } = sandbox;
  return `${address} is in use by another sandbox (version ${version}). Use it at ${url}, stop it with \`gateway-sandbox stop --url ${url}\`, or choose another port with --port N (0 for a free one).`;
}
