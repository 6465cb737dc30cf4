import { extname } from 'node:path';
import type { Hono } from 'hono';
import { packageFile, packageFolder } from '../host/package-files.ts';
import type { AppEnv } from '../http/connection.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The pages' own files. Their address holds the version, so a browser may keep them for ever. */
export function assetRoutes(app: Hono<AppEnv>): void {
  let names: ReadonlySet<string> | undefined;
  app.get('/assets/:version/:name', (c) => {
    const name = c.req.param('name');
    const type = types[extname(name)];
    names ??= new Set(packageFolder('views/assets/'));
    // Only names that are in the folder: a path never leads out of it.
    if (type === undefined || !names.has(name)) return c.notFound();
    return c.body(packageFile(`views/assets/${name}`), 200, {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  });
}
