// The minimum for a Hono server: answers a POST with JSON without reading its body.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const app = new Hono();
app.post('*', (c) => c.json({ status: 200, message: 'hello' }));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` })),
);
