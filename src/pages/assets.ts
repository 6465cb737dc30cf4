import { extname } from 'node:path';
import type { Hono } from 'hono';
import { packageFile, packageFolder } from '../host/package-files.ts';
import type { AppEnv } from '../http/connection.ts';
import { eventTypes } from '../journal/event-type.ts';
import { stylesheet } from './stylesheet.ts';
import { words } from './words/words.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Files that are generated or combined from several sources. */
const made: Readonly<Record<string, () => string>> = {
  'sandbox.css': stylesheet,
  'words.js': scriptWords,
  'event-types.js': () => `export const events = ${JSON.stringify(eventTypes)};\n`,
};

/** The texts of the browser scripts, in the language of the page. */
export function scriptWords(): string {
  const all = { ar: words.ar.dashboard.scripts, en: words.en.dashboard.scripts };
  return `export const words = ${JSON.stringify(all)}[document.documentElement.lang];\n`;
}

/** Serves the pages' assets. URLs include the version, so browsers can cache them forever. */
export function assetRoutes(app: Hono<AppEnv>): void {
  let names: ReadonlySet<string> | undefined;
  app.get('/assets/:version/:name', (c) => {
    const name = c.req.param('name');
    const type = types[extname(name)];
    names ??= new Set([...packageFolder('views/assets/'), ...Object.keys(made)]);
    // Serves known names only, so a path cannot leave the folder.
    if (type === undefined || !names.has(name)) return c.notFound();
    return c.body(made[name]?.() ?? packageFile(`views/assets/${name}`), 200, {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  });
}
