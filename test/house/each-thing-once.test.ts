import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { settingIn } from '../support/tool-page.ts';

// The output of `extra-entries.ts`.
// biome-ignore lint/suspicious/noExplicitAny: it holds answers of every shape
let made: any;

beforeAll(async () => {
  const program = join(import.meta.dirname, 'extra-entries.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program], { maxBuffer: 2 ** 24 });
  made = JSON.parse(stdout);
});

describe('A member added to the table of the configuration', () => {
  it('is taken from the flag, the variable and the file, over its default', () => {
    expect(made.usual).toEqual(['usual.test']);
    expect(made.given).toEqual({
      byFlag: ['a.test', 'b.test'],
      byVariable: ['c.test', 'd.test'],
      byFile: ['e.test'],
    });
  });

  it('is checked, and suggested for a misspelled name', () => {
    expect(made.refusals.member).toContain('Did you mean "trial_names"?');
    expect(made.refusals.value).toContain('trial_names.0: must be a host name');
  });

  it('is in the help, the JSON Schema, the types of the library and the reference', () => {
    expect(made.help).toContain('what the trial flag does');
    expect(made.schema.properties.trial_names.description).toBe('What the trial member is for.');
    expect(made.types.options).toContain('readonly trial_names?: readonly string[];');
    expect(made.docs.config).toContain(
      '| `trial_names` | What the trial member is for. | a list of texts or a text<br>default: `["usual.test"]` | `--trial-names <name...>`<br>`GATEWAY_SANDBOX_TRIAL_NAMES` |',
    );
    expect(made.docs.commands).toContain('what the trial flag does');
    expect(made.docs.llms).toContain('- trial_names: What the trial member is for.');
  });
});

describe('A setting added to the table of the settings', () => {
  it('has its default in each profile, and can be changed', () => {
    expect(made.usualSettings.trial).toEqual({ wait: '3s' });
    expect(made.changedSettings.trial).toEqual({ wait: '4s' });
    expect(made.setByHand.trial).toEqual({ wait: '9s' });
    expect(made.refusals.setting).toContain('settings: trial.wait: must be at most 10m, not "11m".');
  });

  it('is on the settings page, in its group', () => {
    const row = settingIn(made.page, 'trial.wait');
    expect(row).toContain('What the trial setting is for.');
    expect(row).toContain('Confidence low');
    expect(made.page.indexOf('id="trial.wait"')).toBeGreaterThan(made.page.indexOf('id="callback.mode"'));
  });

  it('is in the JSON Schema, the types of the client and the reference', () => {
    const { wait } = made.schema.properties.settings.properties.trial.properties;
    expect(wait.description).toContain('A duration up to 10m');
    expect(made.types.contract).toContain('readonly trial?: {');
    expect(made.docs.config).toContain(
      '| `trial.wait` | a duration up to `10m` | `"3s"` | What the trial setting is for. |',
    );
    expect(made.docs.gaps).toContain('What the trial setting is for. | low |');
    expect(made.docs.llms).toContain('- trial.wait = "3s": What the trial setting is for.');
  });
});
