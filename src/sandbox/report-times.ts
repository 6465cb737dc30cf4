import { UserError } from '../host/user-error.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * Why `latency: report` cannot be used, in a sentence. Undefined if it can, or if it is not asked for.
 * `before`: the settings that were in effect, which stay usable without the file.
 */
export function missingTimes(
  { report }: Pick<Runtime, 'report'>,
  { latency }: Settings,
  before?: Settings,
): string | undefined {
  if (latency !== 'report' || before?.latency === 'report') return undefined;
  if (!report)
    return 'report needs a report of `compare`. Start with --compare-report FILE, or set "compare_report" in the config.';
  if (report.times().size > 0) return undefined;
  const read = report.read();
  const why = 'problem' in read ? read.problem : 'The comparison report has no times: no call was answered.';
  return `report cannot be used. ${why}`;
}

/** Throws `UserError` where a configuration asks for times that there are not. */
export function refuseMissingTimes(
  runtime: Pick<Runtime, 'report'>,
  settings: Settings,
  before?: Settings,
): void {
  const why = missingTimes(runtime, settings, before);
  if (why !== undefined) throw new UserError(`latency: ${why}`);
}
