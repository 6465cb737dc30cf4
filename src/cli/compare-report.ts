import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Report, reportKind, reportVersion } from '../compare/report.ts';
import { errorCode, errorMessage } from '../host/errors.ts';
import type { Target } from './compare-flags.ts';
import { CommandFailed } from './control-client.ts';
import { jsonText } from './output.ts';

/** The unfinished comparison in a file. Undefined without a file. Throws `CommandFailed` for other files. */
export function earlierReport(file: string, { url: baseUrl, mobileNumber }: Target): Report | undefined {
  const withMobileNumber = mobileNumber !== undefined;
  const report = readReport(file);
  if (report === undefined) return undefined;
  if (report.result) throw new CommandFailed(`${file} holds a comparison that is complete. Name a new file.`);
  if (report.base_url !== baseUrl)
    throw new CommandFailed(
      `${file} holds a comparison with ${report.base_url}, not with ${baseUrl}. Name another file.`,
    );
  if (report.with_mobile_number !== withMobileNumber)
    throw new CommandFailed(
      `${file} was begun ${report.with_mobile_number ? 'with' : 'without'} --mobile-number. Go on in the same way, or name a new file.`,
    );
  return report;
}

function readReport(file: string): Report | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new CommandFailed(`${file} cannot be read: ${errorMessage(error)}. Name another file.`);
  }
  try {
    const report: unknown = JSON.parse(text);
    if (isReport(report)) return report;
  } catch {
    // Reported below.
  }
  throw new CommandFailed(
    `${file} is not a report of this version of \`compare\`, so it was left as it is. Name another file.`,
  );
}

function isReport(value: unknown): value is Report {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, version, replies, base_url: url }: Partial<Record<keyof Report, unknown>> = value;
  const isWhole =
    typeof replies === 'object' && replies !== null && Object.values(replies).every(Array.isArray);
  return kind === reportKind && version === reportVersion && typeof url === 'string' && isWhole;
}

/** Replaces the file in one step, so that a crash leaves the previous report. */
export function writeReport(file: string, report: Report): void {
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    writeFileSync(unfinished, `${jsonText(report)}\n`, { mode: 0o600 });
    renameSync(unfinished, file);
  } catch (error) {
    throw new CommandFailed(`The report ${file} cannot be written: ${errorMessage(error)}.`);
  }
}
