import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../../../scripts/docs/generated.ts';
import { shapes } from '../../../src/client/answer-shapes.ts';
import { nonconformity } from '../../support/conformance.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { allRoutes } from '../../support/routes.ts';

const root = join(import.meta.dirname, '../../..');
const routes = await allRoutes();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const paths = (name: string): Record<string, object> => JSON.parse(read(`docs/openapi/${name}.json`)).paths;

describe('What is generated', async () => {
  it.each(Object.entries(await generatedFiles()))(
    '%s is as fresh as what runs: npm run docs',
    (path, text) => {
      expect(read(path)).toBe(text);
    },
  );
});

describe.each(['control', 'merchant'])('docs/openapi/%s.json', (name) => {
  it('passes a public validator of OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(read(`docs/openapi/${name}.json`)))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('is what the sandbox serves', async () => {
    const sandbox = await freshSandbox();
    const path = { control: 'api/openapi.json', merchant: 'openapi/merchant.json' }[name];
    expect((await sandbox.fetch(`/_sandbox/${path}`)).text).toBe(
      JSON.stringify(JSON.parse(read(`docs/openapi/${name}.json`))),
    );
  });
});

it('llms.txt is served as the package has it, as plain text', async () => {
  const sandbox = await freshSandbox();
  const { status, headers, text } = await sandbox.fetch('/_sandbox/llms.txt');
  expect([status, headers.get('content-type'), text]).toEqual([
    200,
    'text/plain; charset=UTF-8',
    read('llms.txt'),
  ]);
});

describe('The merchant API’s document', () => {
  it('has the seven literal paths, each by POST', () => {
    expect(Object.entries(paths('merchant')).map(([path, methods]) => [path, Object.keys(methods)])).toEqual(
      [
        'walletA/verify',
        'walletA/confirm',
        'walletB/verify',
        'walletB/confirm',
        'localbankcards/confirm',
        'cardgw/confirm',
        'aggregator/confirm',
      ].map((path) => [`/api/v1/transaction/${path}`, ['post']]),
    );
  });
});

describe('The control API’s document', () => {
  it('has every route that is registered, and no other', () => {
    const told = Object.entries(paths('control')).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '1')}`),
    );
    const registered = routes
      .filter(({ path }) => path.startsWith('/_sandbox/api/') && !path.endsWith('/other'))
      .map(({ method, path }) => `${method} ${path.replace(/\/(demo|token-1)(?=\/|$)/, '/1')}`);
    const ofApi = told.filter((route) => route.includes('/_sandbox/api/'));
    expect(ofApi.toSorted()).toEqual([...new Set(registered)].toSorted());
  });

  it('describes the answer to an imported snapshot as the command reads it', () => {
    const { paths: described, components } = JSON.parse(read('docs/openapi/control.json'));
    const { schema } =
      described['/_sandbox/api/snapshots/import'].post.responses[201].content['application/json'];
    expect(schema).toEqual({ $ref: '#/components/schemas/ImportedSnapshot' });
    expect(Object.keys(shapes.ImportedSnapshot ?? {})).toEqual(components.schemas.ImportedSnapshot.required);
  });
});

describe('Answers are held against the documents', () => {
  const told = { method: 'POST', status: 200, headers: new Headers() };
  const verify = { ...told, url: '/api/v1/transaction/walletA/verify' };
  const right = { status: 200, result: { process_id: 1_000_000_000_001 }, message: 'sent' };

  it('one that the document describes passes', () => {
    expect(nonconformity({ ...verify, text: JSON.stringify(right) })).toBeUndefined();
  });

  it.each([
    ['a member that is missing', { ...right, message: undefined }],
    ['a member too many', { ...right, hint: 'x' }],
    ['a member of another type', { ...right, result: { process_id: '1000000000001' } }],
  ])('%s is found', (_what, body) => {
    expect(nonconformity({ ...verify, text: JSON.stringify(body) })).toContain('merchant#/paths/');
  });

  it('so is what is not JSON, and an error with a code that nobody knows', () => {
    expect(nonconformity({ ...verify, text: '<h1>200</h1>' })).toContain('not JSON');
    const error = { status: 400, code: 'NEW_ERROR', message: 'x' };
    expect(nonconformity({ ...verify, status: 400, text: JSON.stringify({ error }) })).toContain(
      'error/code',
    );
  });
});
