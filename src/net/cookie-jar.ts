import { isLoopbackHost } from '../protocol/loopback-host.ts';

type Headers = readonly (readonly [name: string, value: string])[];

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly path: string;
  readonly isSecure: boolean;
}

/** The cookies of one visit. Each goes back only to the host that set it, as in a browser. */
export class CookieJar {
  #cookies: readonly Cookie[] = [];

  /** The `Cookie` header of a request to this address. Empty if no cookie belongs there. */
  headers(to: string): Readonly<Record<string, string>> {
    const url = new URL(to);
    const sent = this.#cookies
      .filter(
        ({ host, path, isSecure }) =>
          host === url.hostname && isInside(url.pathname, path) && (!isSecure || isTrusted(url)),
      )
      .toSorted((one, other) => other.path.length - one.path.length);
    if (sent.length === 0) return {};
    return { Cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; ') };
  }

  /** Keeps and removes what an answer from this address says. */
  take(from: string, headers: Headers): void {
    for (const [header, text] of headers) {
      if (header.toLowerCase() === 'set-cookie') this.#set(new URL(from), text);
    }
  }

  #set(url: URL, text: string): void {
    const [pair = '', ...rest] = text.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    if (at < 1) return;
    const attributes = new Map(rest.map(attributeOf));
    const isSecure = attributes.has('secure');
    if (!isFor(url.hostname, attributes.get('domain')) || (isSecure && !isTrusted(url))) return;
    const path = attributes.get('path') ?? '';
    const cookie = {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      host: url.hostname,
      path: path.startsWith('/') ? path : folderOf(url),
      isSecure,
    };
    const others = this.#cookies.filter((each) => !isSame(each, cookie));
    this.#cookies = isExpired(attributes) ? others : [...others, cookie];
  }
}

function attributeOf(part: string): readonly [name: string, value: string] {
  const [name = '', ...value] = part.split('=');
  return [name.trim().toLowerCase(), value.join('=').trim()];
}

function isSame(one: Cookie, other: Cookie): boolean {
  return one.name === other.name && one.host === other.host && one.path === other.path;
}

function isFor(host: string, domain = ''): boolean {
  const wanted = domain.replace(/^\./, '').toLowerCase();
  return wanted === '' || host === wanted || host.endsWith(`.${wanted}`);
}

/** Without a path, a cookie belongs to the folder of the page that set it. */
function folderOf({ pathname }: URL): string {
  return pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')));
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** Browsers also keep `Secure` cookies of this machine. */
function isTrusted({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopbackHost(hostname);
}

function isExpired(attributes: ReadonlyMap<string, string>): boolean {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0;
  return Date.parse(attributes.get('expires') ?? '') <= Date.now();
}
