import { errorCode, errorMessage, tooManyFiles } from '../host/errors.ts';
import { PortInUse } from '../host/port-in-use.ts';
import { UserError } from '../host/user-error.ts';
import { sandboxAt } from './other-sandbox.ts';

/** Throws a `UserError` that says why the server cannot listen. */
export async function refuse(error: unknown, host: string, port: number): Promise<never> {
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const code = errorCode(error);
  const cause = { cause: error };
  if (code === 'EADDRINUSE') throw new PortInUse(address, await sandboxAt(host, port), cause);
  throw new UserError(
    sentence(code, host, port) ??
      `Cannot listen on ${address}: ${tooManyFiles(error) ?? errorMessage(error)}`,
    cause,
  );
}

function sentence(code: string, host: string, port: number): string | undefined {
  if (code === 'EACCES')
    return `Port ${port} needs more rights on this machine. Choose one above 1023 with --port N.`;
  if (code === 'EADDRNOTAVAIL')
    return `${host} is not an address of this machine. Name another one with --host ADDR.`;
  if (code === 'ENOTFOUND') return `The name ${host} is not known. Name an address with --host ADDR.`;
  return undefined;
}
