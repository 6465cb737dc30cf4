import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exhaustive, inDepth, longFiles, withOtherTools } from '../support/slow-files.ts';

const root = join(import.meta.dirname, '../..');

it('A flow never waits: it runs inside one transaction', () => {
  expect(linesOf('src/flows/**/*.ts', /\b(?:async|await|Promise)\b/)).toEqual([]);
});

it('A module keeps no state of a sandbox, except keyed by it', () => {
  const files = linesOf('src/**/*.ts', keepsState).map((line) => line.split(':', 1)[0] ?? '');
  expect(new Set(files)).toEqual(new Set(Object.keys(keptInModules)));
});

it.each([
  'let copy: string | undefined;',
  'const seen = new Map<string, Set<string>>();',
  'export const names: NameMap = new Map();',
  'const names = new NameLookups();',
  'const rules: { ar?: Rules } = {};',
  'const waiting: string[] = [];',
  'const report = reporter();',
  'const written = Buffer.allocUnsafeSlow(9);',
])('`%s` at the top of a module keeps state', (line) => expect(line).toMatch(keepsState));

it.each([
  "const names: ReadonlySet<string> = new Set(['a']);",
  'const schemas = new Map<string, z.ZodType>(',
  'const encoder = new TextEncoder();',
  'const pattern = new RegExp(`^a$`);',
  'const usual = { allowed: true };',
  'const text = z.string();',
  '  const found = new Map<string, string>();',
])('`%s` keeps none', (line) => expect(line).not.toMatch(keepsState));

it('Only `test/perf` measures elapsed time', () => {
  const clocks = /\b(?:performance\.now|cpuUsage|threadCpuUsage|hrtime|monitorEventLoopDelay)\b/;
  const files = linesOf('test/!(perf|house)/**/*.test.ts', clocks).map((line) => line.split(':', 1)[0] ?? '');
  // They make times up.
  const others = ['test/audit/books.test.ts', 'test/pages/dashboard/compatibility-page.test.ts'];
  expect(new Set(files)).toEqual(new Set(others));
});

it('A test mocks none of our own code', () => {
  const mocks = linesOf('test/**/*.ts', /\bvi\.(?:mock|doMock|hoisted|fn|stubGlobal|spyOn)\(/);
  // They only observe which statements better-sqlite3 prepares.
  const looksOn = ['test/store/query-plans.test.ts', 'test/store/slices-statements.test.ts'];
  expect(mocks.filter((line) => !looksOn.some((file) => line.startsWith(file)))).toEqual([]);
});

it('A browser test waits for what it expects on a page, because scripts change the page later', () => {
  const readOnce =
    /expect\((?:new URL\()?\w+\??\.url\(\)|expect\(await (?:textOf\(|.*\.(?:isVisible|isHidden|isChecked|isDisabled|inputValue|textContent|innerText|allInnerTexts|allTextContents|getAttribute|count|evaluate|title|content)\()/;
  expect(linesOf('test/browser/**/*.ts', readOnce)).toEqual([]);
});

it('Each slow file is there and stands in one list', () => {
  const slow = [...exhaustive, ...inDepth, ...withOtherTools];
  expect(slow.filter((file, index) => slow.indexOf(file) !== index)).toEqual([]);
  expect([...slow, ...longFiles].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('Each folder of tests keeps a file for `npm test`', () => {
  const slow = [...exhaustive, ...inDepth, ...withOtherTools];
  const files = globSync('test/**/*.test.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const folder = (file: string) => file.split('/')[1];
  const kept = new Set(files.filter((file) => !slow.includes(file)).map(folder));
  // Makes at random the calls that the other folders make one by one.
  expect([...new Set(slow.map(folder))].filter((name) => !kept.has(name))).toEqual(['model']);
});

it('A gateway is named only in its definition and where ADR 1 says', () => {
  const named = /\b(?:walletA|walletB|localbankcards|cardgw|aggregator)\b/;
  const lines = ['src/**/*.ts', 'views/**/*.eta', 'views/**/*.js', 'scripts/**/*.ts', 'bin/*.js']
    .flatMap((pattern) => linesOf(pattern, named))
    .filter((line) => !line.startsWith('src/gateways/'));
  expect(lines.filter((line) => !mayName.some((exception) => exception.test(line)))).toEqual([]);
  expect(mayName.filter((exception) => !lines.some((line) => exception.test(line)))).toEqual([]);
});

it.each(['docs/architecture.md', 'CONTRIBUTING.md'])('%s names only files that are there', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const named = [...text.matchAll(/`((?:src|test|scripts|docs|views|fixtures|bin)\/[\w./-]+)`/g)];
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** Variables, empty collections, and instances of classes at the top of a module. */
const keepsState =
  /^(?:export )?(?:let |const [^=]*= (?:\{\};|\[\];|\w+\(\);|Buffer\.alloc|new (?!(?:Map|Set)(?:<.*>)?\((?!\))|(?:RegExp|TextEncoder|TextDecoder)\()))/;

/** Why each of these modules may keep state: no sandbox can see what another one does. */
const keptInModules: Readonly<Record<string, string>> = {
  'src/audit/command.ts': 'the commands that run, which end with the process',
  'src/binary/native-module.ts': 'the native module, which a process loads once',
  'src/callbacks/http-sender.ts': 'lookups of names, which share the threads of the process',
  'src/cli/uncaught.ts': 'the internal errors that the process has reported',
  'src/compatibility/live-check.ts': 'the last verdict, by sandbox and account',
  'src/compatibility/logged-fields.ts': 'a cache by request row',
  'src/compatibility/proven.ts': 'by runtime: what trials with an app have shown',
  'src/control-api/sse-message.ts': 'a cache by event row',
  'src/host/tell.ts': 'where messages of the process are copied to: its log file',
  'src/http/reset.ts': 'the TCP connection under a TLS connection',
  'src/net/loopback.ts': 'the addresses of names that mean this machine',
  'src/merchant-api/misplaced-keys.ts': 'a cache by account',
  'src/pages/checkout/answering.ts': 'the forms that are being answered, by sandbox and checkout',
  'src/pages/checkout/tool-dock.ts': 'HTML of the tester tools, by everything that it shows',
  'src/pages/compiled-views.ts': 'nothing; the build fills it with templates',
  'src/pages/kept-content.ts': 'HTML of the lists and the phone, by sandbox and everything that they show',
  'src/pages/modules.ts': 'the imports of the scripts, which are files of the package',
  'src/pages/page-bytes.ts':
    'a buffer that every page fills again, and bytes of the tester tools by their HTML',
  'src/pages/render.ts': 'compiled templates, which are files of the package',
  'src/pages/words/counted.ts': 'the plural rules of a language',
  'src/protocol/ip-address.ts': 'address ranges, parsed once',
  'src/settings/changed.ts': 'a cache by the settings in force',
  'src/store/descriptors.ts': 'descriptors: closing one would end the locks of the whole process (ADR 11)',
  'src/store/log-frames.ts': 'a buffer that every read fills again',
  'src/testing/end-child.ts': 'the apps of a test run, which end with the process',
};

/** Lines that may name a gateway. ADR 1 lists them for readers. */
const mayName: readonly RegExp[] = [
  // The setting's fixed path contains the gateway's name.
  /aggregator\b\W+(?:readonly |z\.strictObject\(\{ )?method_field/,
  // A user's app, which names the gateways that it offers.
  /^src\/demo\/(?:gateways|words)\.ts:/,
  // Texts about one gateway's assumptions and settings.
  /^src\/pages\/words\/settings\//,
  // Generated by `npm run docs`: the setting above, and the code lengths by token.
  /^src\/client\/(answer-shapes|contract|start-options)\.ts:/,
  // Examples and their pictures: readers need a real name to copy.
  /^scripts\/(?:pictures|preview)\//,
  /^scripts\/docs\/(?:command-examples|config|control-story|provoke)\.ts:/,
];

/** The matching lines without comments, with their files. */
function linesOf(pattern: string, matching: RegExp): string[] {
  return globSync(pattern, { cwd: root }).flatMap((path) => {
    const file = path.replaceAll('\\', '/');
    return readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && matching.test(line))
      .map((line) => `${file}: ${line.trim()}`);
  });
}
