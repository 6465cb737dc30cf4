import { configJsonSchema } from '../../src/config/config-schema.ts';
import type { Json } from '../../src/control-api/openapi/schemas.ts';
import { formatted } from './formatted.ts';
import { Types } from './json-schema-type.ts';

const head = `// Generated from the members of the configuration (\`src/config\`) by \`npm run docs\`, in \`scripts/docs/start-options.ts\`. Do not edit:
// test/control-api/openapi/documents.test.ts fails when it is out of date.
import type { SettingsPatch } from './contract.ts';

/** How to start a sandbox in code: the members of the config file. Without \`port\` it takes a free one, without \`data\` it is in memory. */`;

/** The options of `startSandbox` as a TypeScript type, because the library's users lack Zod's types. */
export function startOptionsModule(): string {
  // Our own schema of an object.
  const { properties } = configJsonSchema() as { readonly properties: Readonly<Record<string, Json>> };
  const types = new Types({}, new Map([['SettingsPatch', 'SettingsPatch']]));
  const members = Object.entries(properties)
    .filter(([name]) => !name.startsWith('$'))
    .map(
      ([name, schema]) =>
        `  /** ${String(schema.description)} */\n  readonly ${name}?: ${types.of(fileForm(name, schema))};`,
    );
  return formatted(
    'src/client/start-options.ts',
    `${head}\nexport interface StartOptions {\n${members.join('\n')}\n}\n`,
  );
}

/** The first form is for the config file, the others are text from flags and variables. */
function fileForm(name: string, schema: Json): Json {
  if (name === 'settings') return { $ref: '#/components/schemas/SettingsPatch' };
  const [first = schema] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  return first;
}
