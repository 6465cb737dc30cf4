import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('A flow never waits: it runs inside one transaction', () => {
  expect(linesOf('src/flows/**/*.ts', /\b(?:async|await|Promise)\b/)).toEqual([]);
});

it('A module keeps no state of a sandbox', () => {
  const state = /^(?:export )?(?:let |const [^=]*= new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\))/;
  const files = linesOf('src/**/*.ts', state).map((line) => line.split(':', 1)[0] ?? '');
  expect(new Set(files)).toEqual(new Set(Object.keys(keptInModules)));
});

it('A test mocks none of our own code', () => {
  const mocks = linesOf('test/**/*.ts', /\bvi\.(?:mock|doMock|hoisted|fn|stubGlobal|spyOn)\(/);
  // It looks on while better-sqlite3 prepares statements, and changes nothing.
  const looksOn = 'test/store/query-plans.test.ts';
  expect(mocks.filter((line) => !line.startsWith(looksOn))).toEqual([]);
});

it('A gateway is named nowhere but in its definition', () => {
  const named = /\b(?:walletA|walletB|localbankcards|cardgw|aggregator)\b/;
  const lines = ['src/**/*.ts', 'views/**/*.eta', 'views/**/*.js', 'scripts/**/*.ts', 'bin/*.js']
    .flatMap((pattern) => linesOf(pattern, named))
    .filter((line) => !line.startsWith('src/gateways/') && !mayName.test(line));
  expect(lines).toEqual([]);
});

it.each(['docs/architecture.md', 'CONTRIBUTING.md'])('%s names only files that are there', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const named = [...text.matchAll(/`((?:src|test|scripts|docs|views|fixtures|bin)\/[\w./-]+)`/g)];
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** Why each of these modules keeps something: nothing that one sandbox does can be seen by another. */
const keptInModules: Readonly<Record<string, string>> = {
  'src/binary/native-module.ts': 'the native module, which a process loads once',
  'src/compatibility/live-check.ts': 'the last verdict, by sandbox',
  'src/control-api/log-place.ts': 'the name of a run, by sandbox',
  'src/control-api/sse-message.ts': 'a cache by event row',
  'src/host/tell.ts': 'where messages of the process are copied to: its log file',
  'src/http/reset.ts': 'the TCP connection under a TLS connection',
  'src/merchant-api/misplaced-keys.ts': 'a cache by account',
  'src/protocol/ip-address.ts': 'address ranges, parsed once',
  'src/settings/changed.ts': 'a cache by the settings in force',
  'src/store/descriptors.ts': 'descriptors: closing one would end the locks of the whole process (ADR 11)',
  'src/store/log-frames.ts': 'a buffer that every read fills again',
};

/** Lines that may name a gateway. */
const mayName = new RegExp(
  [
    // The setting has the gateway's name in its path, which is fixed.
    /aggregator\b\W+(?:readonly |z\.strictObject\(\{ )?method_field/,
    // An app of a user, which names the gateways that it offers.
    /^src\/demo\/(?:gateways|words)\.ts:/,
    // Words about the assumptions and settings of one gateway, which have its name.
    /^src\/pages\/words\/(?:settings\/|rule-words)/,
    // Made by `npm run docs` from what runs: the setting above, and the code lengths by token.
    /^src\/client\/(answer-shapes|contract|start-options)\.ts:/,
    // Written examples, and pictures of them: a reader needs a real name to copy.
    /^scripts\/(?:pictures|preview)\//,
    /^scripts\/docs\/(?:command-examples|config|control-story|provoke)\.ts:/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** The lines that match, with their files, without comments. */
function linesOf(pattern: string, matching: RegExp): string[] {
  return globSync(pattern, { cwd: root }).flatMap((path) => {
    const file = path.replaceAll('\\', '/');
    return readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && matching.test(line))
      .map((line) => `${file}: ${line.trim()}`);
  });
}
