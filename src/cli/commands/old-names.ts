const current: Readonly<Record<string, string>> = {
  transaction: 'transactions',
  fault: 'faults',
  account: 'accounts',
};

/** Replaces a former command name with the current one. Former names still work, but no help lists them. */
export function withCurrentName(args: readonly string[]): string[] {
  const at = args[0] === 'help' ? 1 : 0;
  const name = args[at] ?? '';
  return Object.hasOwn(current, name) ? args.with(at, current[name] ?? name) : [...args];
}
