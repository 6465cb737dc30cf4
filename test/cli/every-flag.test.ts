import type { Command, CommanderError, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../src/cli/program.ts';

interface Place {
  readonly path: readonly string[];
  readonly command: Command;
}

/** Every command, read from the program, so that new ones are tested too. */
const places = placesIn(commandLine(), []);
const flags = places.flatMap(({ path, command }) =>
  command.options.map((option): [string, readonly string[], Option] => [
    `${path.join(' ')} ${option.long}`,
    path,
    option,
  ]),
);
const visible = flags.filter(([, , { hidden }]) => !hidden);

describe('A misspelled flag is wrong usage, and the nearest one is named', () => {
  it.each(visible)('%s', (_title, path, { long }) => {
    const typo = misspelled(long ?? '');
    const refusal = refused([...path, typo, 'x']);
    expect(refusal).toContain(`unknown option '${typo}'`);
    expect(refusal).toMatch(/\(Did you mean (?:one of )?--/);
  });
});

describe('A value that is not among those that a flag takes is refused, with all of them and the nearest', () => {
  it.each(visible.filter(([, , { argChoices }]) => argChoices))('%s', (_title, path, option) => {
    const [choice = ''] = option.argChoices ?? [];
    const typo = `${choice}x`;
    const refusal = refused([...path, `${option.long}`, typo]);
    expect(refusal).toContain(`argument '${typo}' is invalid.`);
    expect(refusal).toContain(`Allowed choices are ${option.argChoices?.join(', ')}.`);
    expect(refusal).toContain(`Did you mean "`);
  });
});

describe('A flag that takes a value is refused without one', () => {
  it.each(visible.filter(([, , { required }]) => required))('%s', (_title, path, { long, flags: shown }) => {
    expect(refused([...path, `${long}`])).toContain(`option '${shown}' argument missing`);
  });
});

describe('A flag that reads its value says what it takes', () => {
  const reading = visible.filter(([, , { parseArg, argChoices }]) => parseArg && !argChoices);

  it.each(reading.filter(([, , { flags: shown }]) => /<n>|<status>/.test(shown)))(
    '%s: a number',
    (_title, path, { long }) => {
      for (const wrong of ['', '-1', '1.5', '1e3', 'ten', '99999999999'])
        expect(refused([...path, `${long}`, wrong])).toMatch(
          new RegExp(`argument '${wrong}' is invalid. It must be a whole number`),
        );
    },
  );

  it.each(
    reading.filter(([, , { flags: shown }]) => shown.includes('<name=value>') && !shown.includes('--set')),
  )('%s: a pair', (_title, path, { long }) => {
    expect(refused([...path, `${long}`, 'x'])).toContain(
      "argument 'x' is invalid. It has the form name=value.",
    );
  });
});

describe('An argument that takes one of a few words is refused with all of them', () => {
  const words = places.flatMap(({ path, command }) =>
    command.registeredArguments.map((argument, at): [string, readonly string[], typeof argument, number] => [
      `${path.join(' ')} <${argument.name()}>`,
      path,
      argument,
      at,
    ]),
  );

  it.each(words.filter(([, , { argChoices }]) => argChoices))('%s', (_title, path, { argChoices }, at) => {
    const typo = `${argChoices?.[0]}x`;
    const refusal = refused([...path, ...Array(at).fill('id'), typo]);
    expect(refusal).toContain(`'${typo}' is invalid`);
    expect(refusal).toContain(
      `Allowed choices are ${argChoices?.join(', ')}. Did you mean "${argChoices?.[0]}"?`,
    );
  });
});

/** The error message for a person. A command that would run fails the test. */
function refused(args: readonly string[]): string {
  const program = commandLine();
  let told = '';
  for (const { command } of placesIn(program, []))
    command
      .configureOutput({ ...command.configureOutput(), writeErr: (text) => (told += text) })
      .action(() => {
        throw new Error(`${args.join(' ')} was taken.`);
      });
  const error = thrownBy(() => program.parse(args, { from: 'user' }));
  expect(error.code, `${args.join(' ')}: ${error.message}`).toMatch(/^commander\./);
  return told;
}

function thrownBy(work: () => void): CommanderError {
  try {
    work();
  } catch (error) {
    // Other errors have no such code, which the caller checks.
    return error as CommanderError;
  }
  throw new Error('Nothing was refused.');
}

function placesIn(command: Command, path: readonly string[]): Place[] {
  return command.commands.flatMap((each) => {
    const here = [...path, each.name()];
    return [{ path: here, command: each }, ...placesIn(each, here)];
  });
}

/** With two letters swapped, or one added. */
function misspelled(long: string): string {
  const [, dashes = '', first = '', second = '', rest = ''] = /^(--)(.)(.)(.*)$/.exec(long) ?? [];
  return first === second || rest === '' ? `${long}x` : `${dashes}${second}${first}${rest}`;
}
