import type { RowFile } from './row-files.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Rows as CSV (RFC 4180) with a header. Text that a spreadsheet would treat as a formula gets a leading
 * quote, so that a stranger's input is never executed.
 */
export function csvFile<Stored>(columns: readonly string[], shape: (row: Stored) => Row): RowFile<Stored> {
  const row = (each: Stored) => {
    const shaped = shape(each);
    return line(columns.map((name) => shaped[name]));
  };
  return { before: line(columns), row, between: '', after: '' };
}

function line(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? harmless(value) : plain(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function plain(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function harmless(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
