const current: Readonly<Record<string, string>> = {
  transaction: 'transactions',
  fault: 'faults',
  account: 'accounts',
};

/** The arguments with the name that a command has today. Old names still work, and no help shows them. */
export function withCurrentName(args: readonly string[]): string[] {
  const at = args[0] === 'help' ? 1 : 0;
  const name = args[at] ?? '';
  return Object.hasOwn(current, name) ? args.with(at, current[name] ?? name) : [...args];
}
