import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const rules = [
  {
    rule: 'asks `isError` of host/errors.ts, because Jest runs each test file in a realm of its own',
    forbidden: /instanceof Error\b/,
    home: 'src/host/errors.ts',
  },
  {
    rule: 'imports timers from host/timers.ts, because tests replace the global ones, and some runners those of node:timers',
    forbidden: /(?:globalThis\.|[^\w.'#])(?:set|clear)(?:Timeout|Interval|Immediate)\(|'node:timers/,
    home: 'src/host/timers.ts',
  },
];

describe.each(rules)('Every source $rule', ({ forbidden, home }) => {
  const files = globSync('src/**/*.ts').map((file) => file.replaceAll('\\', '/'));

  it('', () => {
    const found = files.filter((file) => file !== home && breaks(readFileSync(file, 'utf8'), forbidden));
    expect(found).toEqual([]);
  });

  it('and the rule is needed where it is kept', () => {
    expect(forbidden.test(readFileSync(home, 'utf8'))).toBe(true);
  });
});

/** Whether code breaks a rule. Imports from host/timers.ts are not the globals of the same name. */
function breaks(code: string, forbidden: RegExp): boolean {
  const own = /import \{([^}]*)\} from '[^']*\/timers\.ts';/.exec(code)?.[1]?.split(',') ?? [];
  const names = own.map((name) => name.trim());
  return code
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line))
    .some((line) => {
      const [found] = forbidden.exec(line) ?? [];
      return found !== undefined && !names.some((name) => name && found.includes(`${name}(`));
    });
}
