import type { Context } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import { dataHeaders } from '../../http/security-headers.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Brand } from '../../store/schema.ts';
import { messagePage } from '../pages.ts';
import { brandStyle } from './brand-style.ts';

/**
 * The extra files that a branded page loads. The sandbox serves them, because pages load nothing from
 * elsewhere.
 */
export interface BrandLinks {
  readonly style: string | undefined;
  readonly logo: string | undefined;
}

export function brandLinks({ store }: Runtime, accountId: string, token: string): BrandLinks {
  const brand = store.accounts.get(accountId)?.brand;
  const query = new URLSearchParams({ token });
  return {
    style: brand?.accent ? `/checkout/brand.css?${query}` : undefined,
    logo: brand?.logo ? `/checkout/logo?${query}` : undefined,
  };
}

export function sendStyle(c: Context<AppEnv>, brand: Brand | null | undefined): Response {
  if (!brand?.accent) return messagePage(c, 404, 'notAllowed');
  return c.body(brandStyle(brand.accent), 200, { ...dataHeaders, 'Content-Type': 'text/css; charset=utf-8' });
}

/** An SVG that is opened as a page must not run scripts or load anything. */
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function sendLogo(c: Context<AppEnv>, brand: Brand | null | undefined): Response {
  const [, type = '', bytes = ''] = /^data:([^;]+);base64,(.*)$/s.exec(brand?.logo ?? '') ?? [];
  if (type === '') return messagePage(c, 404, 'notAllowed');
  return c.body(Buffer.from(bytes, 'base64'), 200, {
    ...dataHeaders,
    'Content-Type': type,
    'Content-Security-Policy': logoPolicy,
  });
}
