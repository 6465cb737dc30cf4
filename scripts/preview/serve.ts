import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { viewsDir } from '../../src/host/paths.ts';
import { pageHeaders } from '../../src/http/security-headers.ts';
import { scriptWords } from '../../src/pages/assets.ts';
import { render } from '../../src/pages/render.ts';
import { stylesheet } from '../../src/pages/stylesheet.ts';
import { version } from './frame.ts';
import { galleryPage, galleryStyle } from './gallery.ts';
import { samples } from './pages.ts';

/** Serves each sample at `/<name>?lang=` with the production headers. The inbox has no events. */
export function servePages(): Server {
  return createServer((request, response) => void answer(request, response));
}

/** Generated files. The preview has no events. */
const made: Readonly<Record<string, () => string>> = {
  'sandbox.css': stylesheet,
  'gallery.css': galleryStyle,
  'words.js': scriptWords,
  'event-types.js': () => 'export const events = [];',
};

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

async function answer({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, 'http://preview');
  const asset = pathname.split(`/assets/${version}/`)[1];
  if (asset) {
    const bytes = made[asset]?.() ?? (await readFile(join(viewsDir, 'assets', asset)));
    response.writeHead(200, { 'Content-Type': mediaTypes[extname(asset)] ?? 'text/plain' }).end(bytes);
    return;
  }
  if (pathname === '/_sandbox/events') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': open\n\n');
    return;
  }
  const lang = searchParams.get('lang') === 'ar' ? 'ar' : 'en';
  if (pathname === '/gallery') {
    response.writeHead(200, pageHeaders).end(galleryPage(lang));
    return;
  }
  const sample = samples[pathname.slice(1)];
  if (!sample) {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":[]}');
    return;
  }
  response.writeHead(200, pageHeaders).end(render(sample.view, sample.model(lang)));
}
