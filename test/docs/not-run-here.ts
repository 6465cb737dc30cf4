/** Why a page's test does not run a code block. Whatever else can be checked still is. */
export interface Reason {
  readonly page: RegExp | string;
  readonly heading?: string;
  readonly language?: string;
  readonly code?: RegExp;
  readonly because: string;
  /** The test that runs it instead, which contains the name of the page or the heading. */
  readonly by?: string;
  /** A command that succeeds where the block can run. There, the reason does not apply. */
  readonly unless?: readonly [command: string, ...args: string[]];
}

/** Blocks that other tests run, with what this one lacks: a browser, a test runner, a packed package. */
export const elsewhere: readonly Reason[] = [
  ...['In node:test', 'In Vitest', 'Connect to a running sandbox', 'Parallel files'].map((heading) => ({
    page: 'docs/client.md',
    heading,
    because: 'a user of the built package runs it, by its test runner',
    by: 'test/client/package.test.ts',
  })),
  {
    page: 'docs/client.md',
    heading: 'Your app and the sandbox in one test',
    because: 'a user of the built package runs it, by Vitest',
    by: 'test/testing/vitest.test.ts',
  },
  {
    page: 'docs/client.md',
    heading: 'In Playwright',
    code: /^import .*@playwright\/test/,
    because:
      'it needs Playwright and a browser; its fixtures are those of Vitest, called as Playwright calls them',
    by: 'test/testing/playwright.test.ts',
  },
  {
    page: 'docs/client.md',
    heading: 'In Jest',
    because: 'Jest is installed for it beside the packed package',
    by: 'test/package/packed.test.ts',
  },
  {
    page: 'docs/client.md',
    heading: 'In Playwright',
    code: /^import /,
    because: 'a user of the built package runs it',
    by: 'test/client/package.test.ts',
  },
  {
    page: 'docs/client.md',
    heading: 'In Playwright',
    because: 'it needs a browser',
    by: 'test/browser/pay-on-docs.test.ts',
  },
  {
    page: 'README.md',
    code: /^npx gateway-sandbox demo$/m,
    because: 'the demo runs until it is stopped',
    by: 'test/process/demo.test.ts',
  },
  {
    page: 'README.md',
    language: 'js',
    because: 'it is the test of docs/client.md, which a user of the built package runs by Vitest',
    by: 'test/testing/vitest.test.ts',
  },
  {
    page: 'README.ar.md',
    language: 'sh',
    because: 'its code is that of README.md, block by block',
    by: 'test/docs/arabic.test.ts',
  },
  {
    page: 'README.ar.md',
    language: 'js',
    because: 'its code is that of README.md, block by block',
    by: 'test/docs/arabic.test.ts',
  },
  {
    page: /^examples\/(?:php|python|woo)[^/]*\/README\.md$/,
    code: /^npx gateway-sandbox audit /m,
    because: 'a whole audit of a shop runs for ten seconds',
    by: 'test/audit/language-twins.ts',
  },
  {
    page: 'docs/rehearse.md',
    language: 'sh',
    because: 'a rehearsal of a shop runs for seconds',
    by: 'test/rehearse/language-twins.test.ts',
  },
  {
    page: 'docs/demo.md',
    language: 'sh',
    because: 'the demo runs until it is stopped, and the audit of it needs the demo',
    by: 'test/process/demo.test.ts',
  },
  {
    page: 'docs/demo.md',
    language: 'ts',
    because: 'it is an excerpt of the shop',
    by: 'test/demo/docs.test.ts',
  },
  {
    page: 'docs/guides/mcp.md',
    language: 'json',
    because: 'they are files of an MCP client',
    by: 'test/mcp/guide.test.ts',
  },
  {
    page: 'examples/suites/README.md',
    because: 'whole suites run for seconds',
    by: 'test/examples/suites.test.ts',
  },
];

/** Blocks that nothing runs. Only their syntax is checked. */
export const shown: readonly Reason[] = [
  {
    page: 'docs/compare.md',
    because: 'it asks the live service of a provider',
  },
  {
    page: 'docs/guides/mcp.md',
    code: /^claude /,
    because: 'it needs Claude Code',
  },
  {
    page: /^README(?:\.ar)?\.md$|^CONTRIBUTING\.md$/,
    code: /^npm (?:ci|test)/m,
    because: 'it installs the repository itself, or runs all tests, this one among them',
  },
  {
    page: 'docs/ci.md',
    heading: 'Testcontainers',
    because: 'it needs a container engine',
  },
  {
    page: 'docs/audit.md',
    code: /artisan|wp eval/,
    because: 'it needs a shop in Laravel or WooCommerce',
  },
  {
    page: 'docs/guides/go.md',
    because: 'it needs Go',
    unless: ['go', 'version'],
  },
  {
    page: 'docs/guides/java.md',
    code: /ObjectMapper/,
    because: 'it needs Jackson, which is not part of the JDK',
  },
  {
    page: 'docs/guides/java.md',
    because: 'it needs a JDK',
    unless: ['javac', '-version'],
  },
  {
    page: 'docs/guides/django.md',
    because: 'it needs Django and requests',
    unless: ['python3', '-c', 'import django, requests'],
  },
  {
    page: 'docs/guides/axios.md',
    because: 'it needs axios from the network',
  },
  {
    page: 'docs/guides/laravel.md',
    because: 'it needs a Laravel project',
  },
  {
    page: /^docs\/guides\/(?:wordpress|woocommerce)\.md$/,
    because: 'it needs WordPress and its database',
  },
  {
    page: 'docs/guides/odoo.md',
    because: 'it needs Odoo and its database',
  },
  {
    page: 'docs/guides/first-callback.md',
    heading: 'How long it takes',
    because: 'it installs from the network, and runs the blocks above once more',
  },
  {
    page: /^docs\/(?:contributing\/performance-log|performance)\.md$/,
    because: 'it measures for minutes',
  },
  {
    page: /./,
    language: 'sh',
    code: /^(?:docker|podman|composer|pip|apt-get|brew|git|npm (?:i|install|ci|run))\b/m,
    because: 'it installs from the network, or needs a container engine',
  },
];
