// What a Hono server does at the least: a POST answered with JSON, its body not even read.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const app = new Hono();
app.post('*', (c) => c.json({ status: 200, message: 'hello' }));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` })),
);
