import type { Reply } from '../compare/reply.ts';
import type { Report } from '../compare/report.ts';
import { textOfRegularFile } from '../comparison/regular-file.ts';
import { reportKind, reportVersion } from '../comparison/report-format.ts';
import { errorCode, errorMessage } from '../host/errors.ts';
import type { Target } from './compare-flags.ts';
import { CommandFailed } from './control-client.ts';
import { jsonText } from './output.ts';
import { replaceFile } from './replace-file.ts';

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
      `${file} was started ${report.with_mobile_number ? 'with' : 'without'} --mobile-number. Continue in the same way, or name a new file.`,
    );
  return report;
}

function readReport(file: string): Report | undefined {
  let text: string;
  try {
    text = textOfRegularFile(file);
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
  const isWhole = typeof replies === 'object' && replies !== null && Object.values(replies).every(areReplies);
  return kind === reportKind && version === reportVersion && typeof url === 'string' && isWhole;
}

function areReplies(value: unknown): boolean {
  return Array.isArray(value) && value.every(isReply);
}

/** The file may have been edited, so this checks the members that the comparison relies on. */
function isReply(value: unknown): value is Reply {
  if (typeof value !== 'object' || value === null) return false;
  const { path, status, headers, sentAtMs, durationMs }: Partial<Record<keyof Reply, unknown>> = value;
  return (
    typeof path === 'string' &&
    (status === null || typeof status === 'number') &&
    typeof headers === 'object' &&
    headers !== null &&
    Object.values(headers).every((each) => typeof each === 'string') &&
    typeof sentAtMs === 'number' &&
    typeof durationMs === 'number'
  );
}

export function writeReport(file: string, report: Report): void {
  replaceFile('The report', file, `${jsonText(report)}\n`);
}
