/** Apart from the rules for addresses, because the client asks too, and imports nothing of Node's. */

/** Whether a lower-case name always means this machine (RFC 6761, 6.3). */
export function isLocalhost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}

/** Whether the host of a URL always means this machine: a name, or an address as `URL` writes it. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return (
    isLocalhost(name) || /^(?:127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/.test(name)
  );
}
