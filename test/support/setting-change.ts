const others: Readonly<Record<string, object>> = {
  rate_limit: { requests: 1_000_000 },
  sandbox_transaction_limit: { transactions: 1_000_000 },
};

/** A change of one duration setting, by its dotted path. */
export function settingChange(path: string, value: unknown): object {
  const [group = '', name = ''] = path.split('.');
  return { [group]: { ...others[group], [name]: value } };
}
