import { existsSync, lstatSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { defaultConfigFile } from '../config/load-config.ts';
import { gatewayTokens } from '../gateways/index.ts';
import { currentFolder } from '../host/current-folder.ts';
import { errorMessage } from '../host/errors.ts';
import { configSchemaFile } from '../host/paths.ts';
import { writeConfig } from './config-file.ts';
import { CommandFailed } from './control-client.ts';
import { oneLine, show } from './output.ts';

/** Where editors find the JSON Schema when the package is a dependency of the project. */
const installedSchema = './node_modules/gateway-sandbox/dist/config.schema.json';

/** Writes a starter config file. Exit code 1 if there already is one, which stays unchanged. */
export async function init(flags: { readonly json?: boolean }): Promise<void> {
  const file = join(currentFolder(), defaultConfigFile);
  try {
    const text = `${JSON.stringify(starter(currentFolder()), null, 2)}\n`;
    writeConfig({ path: file, bytes: undefined }, Buffer.from(text));
  } catch (error) {
    if (existsSync(file)) throw new CommandFailed(`${file} already exists and was left as it is.`);
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new CommandFailed(
        `${file} is a link to a file that does not exist, and was left as it is. Remove the link first.`,
      );
    const why = errorMessage(error);
    throw new CommandFailed(`${file} cannot be written: ${why}`);
  }
  show(flags, { written: file }, () =>
    oneLine(`Wrote ${file}. \`gateway-sandbox\` in this folder reads it.`),
  );
}

function starter(cwd: string): object {
  const schema = schemaPath(cwd);
  return {
    // Editors warn about a schema file that does not exist.
    ...(existsSync(join(cwd, schema)) && { $schema: schema }),
    $comment: [
      'Flags and GATEWAY_SANDBOX_* variables win over this file. An editor that reads $schema knows every member.',
      `names: your own provider's words for gateways and methods, such as { "${gatewayTokens[0]}": "acmepay" }.`,
      'methods: what each payment method asks for, such as { "method_1": "card" }: "wallet" is a code on the phone.',
      'settings: what the API leaves open, such as { "otp": { "lifetime": "2m" } }, and the callback policy.',
      'data: a file that keeps the data, such as "sandbox.db"; in memory without it.',
    ],
    port: 4700,
    profile: 'observed',
    strict: false,
    names: {},
    settings: { otp: { lifetime: '5m' }, callback: { order: 'together' } },
  };
}

/** This package's schema if it is inside the project. Never a path outside the project. */
function schemaPath(cwd: string): string {
  const path = relative(cwd, configSchemaFile).split(sep).join('/');
  return /^(\.\.|[A-Za-z]:|\/)/.test(path) ? installedSchema : `./${path}`;
}
