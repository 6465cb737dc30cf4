/**
 * Tests in process that try many values: half of the time of their folders. Only CI and `npm run test:all` run
 * them, and the run with the bundle leaves them out in CI too.
 */
export const exhaustive = [
  'callbacks/damaged-rows',
  'callbacks/durable',
  'callbacks/fault-merchant',
  'callbacks/genuine',
  'compare/unseen',
  'control-api/long-texts',
  'control-api/races',
  'http/guard-answers',
  'http/guard-cross-site',
  'http/guard-hosts',
  'http/preview',
  'merchant-api/fuzz',
  'merchant-api/magic',
  'merchant-api/magic-checkout',
].map(fileOf);

/**
 * Tests that start many programs or open many pages, for combinations of what other files try once: every
 * failing statement, every language of an app, every way through a page, every place where a file cannot be,
 * the commands of every guide. Also the long measurements, which need a quiet machine and run one after the
 * other. Only CI and `npm run test:all` run them, because `npm test` should end while a developer waits.
 */
export const inDepth = [
  'audit/audit-usage',
  'audit/languages',
  'audit/late-merchant',
  'audit/merchant-process',
  'audit/node-merchant',
  'browser/arabic-pages',
  'browser/challenge-page',
  'browser/checkout-ends',
  'browser/checkout-looks',
  'browser/checkout-people',
  'browser/code-page-ways',
  'browser/dashboard-live',
  'browser/dashboard-records',
  'browser/dashboard-tools',
  'browser/drop-story',
  'browser/hostile-site',
  'browser/inbox-live',
  'browser/inbox-numbers',
  'browser/inbox-phone',
  'browser/merchant-down',
  'browser/method-card-page',
  'browser/order',
  'browser/pay-on',
  'browser/overlaps',
  'browser/pay-once',
  'browser/preview',
  'browser/return-order',
  'browser/review-defects',
  'browser/steps-large-text',
  'browser/stored-everywhere',
  'browser/stored-text',
  'browser/time-warning',
  'browser/two-testers',
  'browser/wallet-payments',
  'callbacks/many-attempts',
  'cli/health',
  'cli/named-pipes',
  'cli/pay-answers',
  'cli/pay-usage',
  'cli/unreachable-paths',
  'compare/compare-cli',
  'compare/hostile',
  'docs/pages',
  'docs/platforms',
  'failures/eventually',
  'failures/failures',
  'failures/network',
  'failures/network-and-database',
  'hostile/growth',
  'hostile/terminal',
  'load/clock-jumps',
  'load/large',
  'mcp/hostile',
  'model/model',
  'perf/crowds',
  'perf/dashboard-lists',
  'perf/guard',
  'perf/healthy-merchant',
  'perf/soak',
  'perf/stops',
  'perf/waiters',
  'process/bad-places',
  'process/data-file-place',
  'process/data-file-running',
  'process/exec-ends',
  'process/exec-signals',
  'process/forgotten-stop',
  'process/kills',
  'process/live-log-terminal',
  'process/lost-output',
  'process/lost-terminal',
  'process/sixth-gateway',
  'process/starter',
  'rehearse/language-twins',
  'rehearse/node-twins',
  'store/request-bytes',
  'store/slices',
  'store/space',
].map(fileOf);

/**
 * Tests of what a release is used with: package managers, other versions of Node.js, the action, the container,
 * the executable, the example shops in other languages. They start or install other programs and change with few
 * commits, so only CI and `npm run test:all` run them.
 */
export const withOtherTools = [
  'examples/exported-settings',
  'examples/exported-suites',
  'examples/shops',
  'examples/suites',
  'package/action',
  'package/container',
  'package/executable',
  'package/renamed-executable',
  'package/generated-client',
  'package/node-versions',
  'package/packed',
].map(fileOf);

/** The files that take longest begin first. */
export const longFiles = [
  'browser/dashboard-tools',
  'browser/pay-on',
  'browser/review-defects',
  'compare/compare-cli',
  'docs/pages',
  'examples/exported-suites',
  'package/executable',
  'package/node-versions',
  'package/packed',
  'process/lost-output',
  'process/sixth-gateway',
].map(fileOf);

function fileOf(name: string): string {
  return `test/${name}.test.ts`;
}
