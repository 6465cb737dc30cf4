// The minimum for a server that stores data: reads the body as text, runs one prepared INSERT, answers JSON.
import { serve } from '@hono/node-server';
import Database from 'better-sqlite3';
import { Hono } from 'hono';

const database = new Database(':memory:');
database.exec('CREATE TABLE requests (id INTEGER PRIMARY KEY, body TEXT NOT NULL)');
const insert = database.prepare('INSERT INTO requests (body) VALUES (?)');
const app = new Hono();
app.post('*', async (c) => {
  insert.run(await c.req.text());
  return c.json({ status: 200, message: 'hello' });
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` })),
);
