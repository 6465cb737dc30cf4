/**
 * Tests in process that try many values: half of the time of their folders. `npm run test:quick` leaves them
 * out, and so does the run with the bundle, except in `npm run test:all`.
 */
export const exhaustive = [
  'callbacks/damaged-rows',
  'callbacks/durable',
  'callbacks/fault-merchant',
  'callbacks/genuine',
  'control-api/long-texts',
  'control-api/races',
  'http/guard-answers',
  'http/guard-cross-site',
  'http/guard-hosts',
  'http/preview',
  'merchant-api/fuzz',
  'merchant-api/magic',
  'merchant-api/magic-checkout',
].map((name) => `test/${name}.test.ts`);

/**
 * Tests of what a release is used with: other versions of Node.js, the action, the container, the executable.
 * They install packages and change with few commits, so only CI, `npm run test:all` and runs that name them
 * include them.
 */
export const withOtherTools = ['action', 'container', 'executable', 'generated-client', 'node-versions'].map(
  (name) => `test/package/${name}.test.ts`,
);
