import type { Script } from './script.ts';

/** A program that replays a transaction and checks each answer. */
interface Suite {
  readonly label: string;
  readonly fileName: (id: number) => string;
  /** Loaded on demand. */
  readonly load: () => Promise<(script: Script) => string>;
}

export const suites: Readonly<Record<string, Suite>> = {
  curl: {
    label: 'curl',
    fileName: (id) => `transaction-${id}.sh`,
    load: async () => (await import('./curl-script.ts')).curlScript,
  },
  vitest: {
    label: 'Vitest',
    fileName: (id) => `transaction-${id}.test.js`,
    load: async () => (await import('./vitest-file.ts')).vitestFile,
  },
  phpunit: {
    label: 'PHPUnit',
    fileName: (id) => `Transaction${id}Test.php`,
    load: async () => (await import('./phpunit-file.ts')).phpunitFile,
  },
  pytest: {
    label: 'pytest',
    fileName: (id) => `test_transaction_${id}.py`,
    load: async () => (await import('./pytest-file.ts')).pytestFile,
  },
};
