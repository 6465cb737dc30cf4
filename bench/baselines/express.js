// A quickly written verify: Express with its body parser, statements prepared on each call, and one row each
// for the verification, its code and the request.
//
//     node bench/baselines/express.js FOLDER [FILE]
//
// FOLDER has express and better-sqlite3 in its node_modules. Without FILE, the rows are in memory.
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { argv } from 'node:process';

const [, , folder, file = ':memory:'] = argv;
const installed = createRequire(join(folder, 'package.json'));
const express = installed('express');
const Database = installed('better-sqlite3');

const database = new Database(file);
database.pragma('journal_mode = WAL');
database.exec(`
  CREATE TABLE accounts (id INTEGER PRIMARY KEY, api_key TEXT UNIQUE, token TEXT UNIQUE);
  CREATE TABLE verifications (process_id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER, mobile_number TEXT, amount TEXT, created_at INTEGER);
  CREATE TABLE codes (id INTEGER PRIMARY KEY, process_id INTEGER, code TEXT, expires_at INTEGER);
  CREATE TABLE requests (id INTEGER PRIMARY KEY, path TEXT, headers TEXT, body TEXT, status INTEGER, answer TEXT, at INTEGER);
  INSERT INTO accounts (api_key, token) VALUES ('demo_api_key', 'demo_test_token');
`);

const app = express();
app.use(express.urlencoded({ extended: true }));

app.post('/api/v1/transaction/walletA/verify', (request, response) => {
  const token = request.get('authorization')?.replace('Bearer ', '');
  const account = database
    .prepare('SELECT * FROM accounts WHERE api_key = ? AND token = ?')
    .get(request.get('x-api-key'), token);
  if (!account) return answer(request, response, 401, { status: 401, message: 'unauthorized' });
  const { mobile_number: mobileNumber, birth_year: birthYear, amount } = request.body ?? {};
  if (!/^09[13]\d{7}$/.test(mobileNumber) || !/^\d{4}$/.test(birthYear) || !/^\d+(\.\d{1,2})?$/.test(amount))
    return answer(request, response, 422, { status: 422, message: 'invalid inputs' });
  const { lastInsertRowid: processId } = database
    .prepare('INSERT INTO verifications (account_id, mobile_number, amount, created_at) VALUES (?, ?, ?, ?)')
    .run(account.id, mobileNumber, amount, Date.now());
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  database
    .prepare('INSERT INTO codes (process_id, code, expires_at) VALUES (?, ?, ?)')
    .run(processId, code, Date.now() + 300_000);
  answer(request, response, 200, { status: 200, result: { process_id: processId }, message: 'OTP was sent' });
});

function answer(request, response, status, content) {
  database
    .prepare('INSERT INTO requests (path, headers, body, status, answer, at) VALUES (?, ?, ?, ?, ?, ?)')
    .run(
      request.path,
      JSON.stringify(request.headers),
      JSON.stringify(request.body),
      status,
      JSON.stringify(content),
      Date.now(),
    );
  response.status(status).json(content);
}

const server = app.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })),
);
