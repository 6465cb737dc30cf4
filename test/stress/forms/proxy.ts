import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { localCertificate } from '../../../src/tls/local-ca.ts';
import { freePort } from '../../support/free-port.ts';
import type { Trial } from './trial.ts';

const token = 'token-of-the-trial';

/** HTTPS that a proxy terminates. */
export function proxyTrials(executable: string, place: string): Trial[] {
  return [
    {
      form: 'executable',
      where: 'behind nginx with HTTPS, as https://pay.test',
      needs: ['nginx'],
      run: async () => {
        const folder = join(place, 'nginx');
        mkdirSync(folder);
        const [port, behind] = [await freePort(), await freePort()];
        const { cert, key, caFile } = await localCertificate({
          dir: join(folder, 'ca'),
          hosts: ['pay.test'],
        });
        writeFileSync(join(folder, 'cert.pem'), cert);
        writeFileSync(join(folder, 'key.pem'), key);
        writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, behind));
        const sandbox = spawn(
          executable,
          ['start', '--port', String(behind), '--public-url', 'https://pay.test', '--json'],
          { env: { HOME: folder, GATEWAY_SANDBOX_TOKEN: token }, stdio: ['ignore', 'pipe', 'inherit'] },
        );
        const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], {
          stdio: 'ignore',
        });
        try {
          await once(sandbox.stdout, 'data');
          return await signedIn(port, caFile);
        } finally {
          for (const process of [nginx, sandbox]) process.kill();
        }
      },
    },
  ];
}

/** Opens the link with the token. The next page must load, and the cookie must be HTTPS-only. */
async function signedIn(port: number, caFile: string): Promise<string> {
  const options = { port, host: '127.0.0.1', servername: 'pay.test', ca: readFileSync(caFile), agent: false };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const [status, cookie] = await asked({
        ...options,
        path: `/_sandbox/?token=${token}`,
        headers: { Host: 'pay.test' },
      });
      const headers = { Host: 'pay.test', Cookie: cookie.split(';', 1)[0] ?? '' };
      const [page] = await asked({ ...options, path: '/_sandbox/', headers });
      if (status !== 303 || page !== 200 || !cookie.includes('Secure'))
        throw new TypeError(`${status} ${page} ${cookie}`);
      return 'its dashboard, with a cookie for HTTPS only';
    } catch (error) {
      // nginx may not be listening yet.
      if (attempt === 50 || error instanceof TypeError) throw error;
      await later(100);
    }
  }
}

function asked(options: RequestOptions): Promise<[status: number | undefined, cookie: string]> {
  return new Promise((resolve, reject) => {
    request(options, (answer) => {
      answer.resume();
      resolve([answer.statusCode, answer.headers['set-cookie']?.join() ?? '']);
    })
      .on('error', reject)
      .end();
  });
}

function configuration(folder: string, port: number, behind: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; pid ${folder}/nginx.pid; events {}
    http { access_log off; ${temporary.join(' ')}
      server { listen 127.0.0.1:${port} ssl; ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;
        location / { proxy_pass http://127.0.0.1:${behind}; proxy_set_header Host $host; proxy_buffering off; } } }`;
}
