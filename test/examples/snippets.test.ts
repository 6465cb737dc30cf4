import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Field, sign } from '../../src/protocol/signature.ts';
import { program } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { blocksOf } from '../support/doc-blocks.ts';

const key = 'sk_ac63978fe4bc6defb55045fe84492021d1e87555';
/** A localbankcards callback from the API document. */
const query = 'gateway=localbankcards&approved=1&invoice_no=14022023&amount=5.00&transaction_id=100900';
const hashed = '79CA9C64A7DF0BB5E634CFA67A90219F5A6C7197265B8732CC5372EF519F761F';
const fields = Object.fromEntries(new URLSearchParams(query));

const odd: Field[] = [
  ['gateway', 'aggregator'],
  ['approved', '1'],
  ['invoice_no', 'a b*~/é&=+%2B"\'<ليبيا>😀'],
  ['paymet_method', 'method_1'],
];
const signedOdd = sign(odd, key);
const bodyOf = (members: object) => JSON.stringify(members);

const signedQuery = (text: string) => `${text}&hashed=${sign([...new URLSearchParams(text)], key).hashed}`;
const twice = signedQuery('amount=5.00&amount=500');

const genuine: Readonly<Record<string, readonly [raw: string, fields: object]>> = {
  'a query': [`${query}&hashed=${hashed}`, fields],
  'a query with its question mark': [`?${query}&hashed=${hashed}`, fields],
  'hashed in front': [`hashed=${hashed}&${query}`, fields],
  'parameters of your return_url, with names that PHP would change': [
    `shop[a]=1&order.id=7&${query}&x=1&x=2&hashed=${hashed}`,
    fields,
  ],
  'characters that encoders disagree about, in a query': [
    `${signedOdd.signedString}&hashed=${signedOdd.hashed}`,
    Object.fromEntries(odd),
  ],
  'the same encoded otherwise on its way': [
    `${signedOdd.signedString.replaceAll('+', '%20').replaceAll('%7E', '~').replaceAll('%2A', '*')}&hashed=${signedOdd.hashed}`,
    Object.fromEntries(odd),
  ],
  'a JSON body': [bodyOf({ ...Object.fromEntries(odd), hashed: signedOdd.hashed }), Object.fromEntries(odd)],
  'the method as most clients spell it': [signedQuery('payment_method=m'), { payment_method: 'm' }],
  'a JSON body with numbers': [bodyOf({ ...fields, transaction_id: 100_900, approved: 1, hashed }), fields],
};

const forged: Readonly<Record<string, string>> = {
  nothing: '',
  'no hash': query,
  'an empty hash': `${query}&hashed=`,
  'a wrong hash': `${query}&hashed=${hashed.replace('7', '8')}`,
  'a lower-case hash': `${query}&hashed=${hashed.toLowerCase()}`,
  'a hash cut short': `${query}&hashed=${hashed.slice(0, 62)}`,
  'a hash with a line break': `${query}&hashed=${hashed}%0A`,
  'a hash of other letters': `${query}&hashed=${'é'.repeat(64)}`,
  'another amount': `${query.replace('5.00', '500')}&hashed=${hashed}`,
  'another result': `${query.replace('approved=1', 'approved=0')}&hashed=${hashed}`,
  'a field less': `${query.replace('&amount=5.00', '')}&hashed=${hashed}`,
  'the hash of another secret key': `${query}&hashed=${sign([...new URLSearchParams(query)], 'another').hashed}`,
  'a field twice, as it was signed': twice,
  'another order': `approved=1&gateway=localbankcards&${query.slice(34)}&hashed=${hashed}`,
  'two hashes': `${query}&hashed=${hashed}&hashed=${hashed}`,
  'a second amount': `${query}&amount=9.00&hashed=${hashed}`,
  'broken encoding': `${query}%&hashed=${hashed}`,
  'no JSON': '{',
  'another kind of JSON': '[1]',
  'nested JSON': bodyOf({ ...fields, amount: { a: 1 }, hashed }),
  'true for 1': bodyOf({ ...fields, approved: true, hashed }),
  'a list for hashed': bodyOf({ ...fields, hashed: [hashed] }),
  'half a character': `{"gateway":"\\ud800","hashed":"${hashed}"}`,
  'deep JSON': `{"gateway":${'['.repeat(100_000)}`,
};

const programs = {
  node: {
    file: 'verify.mjs',
    run: 'run.mjs',
    text: `import { readFileSync } from 'node:fs';
      import { verifiedFields } from './verify.mjs';
      const raws = JSON.parse(readFileSync('raws.json', 'utf8'));
      console.log(JSON.stringify(raws.map((raw) => verifiedFields(raw, process.argv[2]))));`,
    command: [process.execPath, 'run.mjs'],
  },
  php: {
    file: 'verify.php',
    run: 'run.php',
    text: `<?php
      require 'verify.php';
      $raws = json_decode(file_get_contents('raws.json'), true);
      echo json_encode(array_map(fn ($raw) => verifiedFields($raw, $argv[1]), $raws));`,
    command: ['php', 'run.php'],
  },
  python: {
    file: 'verify.py',
    run: 'run.py',
    text: 'import json, sys\nfrom verify import verified_fields\nraws = json.load(open("raws.json", encoding="utf-8"))\nprint(json.dumps([verified_fields(raw, sys.argv[1]) for raw in raws]))',
    command: ['python3', 'run.py'],
  },
  go: {
    file: 'verify.go',
    run: 'run.go',
    text: `package main
      import ("encoding/json"; "fmt"; "os")
      func main() {
        text, _ := os.ReadFile("raws.json")
        var raws []string
        json.Unmarshal(text, &raws)
        results := []map[string]string{}
        for _, raw := range raws { results = append(results, verifiedFields(raw, os.Args[1])) }
        given, _ := json.Marshal(results)
        fmt.Println(string(given))
      }`,
    command: ['go', 'run', 'verify.go', 'run.go'],
  },
} as const;

const isThere = (command: string) => spawnSync(command, ['-version']).error === undefined;

/** The JDK has no JSON parser: the program gets one query per line, and prints fields in the same format. */
const javaRun = `import java.nio.file.*;
  class Run {
    public static void main(String[] args) throws Exception {
      for (String raw : Files.readAllLines(Path.of("raws.txt"))) {
        var fields = Signature.verifiedQuery(raw, args[0]);
        System.out.println(fields == null ? "null" : new java.util.TreeMap<>(fields));
      }
    }
  }`;

describe.each(Object.keys(programs) as (keyof typeof programs)[])(
  'gateway-sandbox snippet verify --lang %s',
  (lang) => {
    const [command, ...args] = programs[lang].command;

    test.skipIf(!isThere(command))(
      'prints a function that takes what is genuine, and refuses the rest',
      () => {
        const { file, run, text } = programs[lang];
        const cwd = testFolder();
        const raws = [...Object.values(genuine).map(([raw]) => raw), ...Object.values(forged)];
        writeFileSync(join(cwd, file), printed(lang));
        writeFileSync(join(cwd, run), text);
        writeFileSync(join(cwd, 'raws.json'), JSON.stringify(raws));
        const results = JSON.parse(
          execFileSync(command, [...args, key], { cwd, encoding: 'utf8' }),
        ) as unknown[];
        const named = (values: readonly unknown[]) =>
          Object.fromEntries(
            [...Object.keys(genuine), ...Object.keys(forged)].map((name, at) => [name, values[at]]),
          );
        const right = [
          ...Object.values(genuine).map(([, given]) => given),
          ...Object.values(forged).map(() => null),
        ];
        expect(named(results)).toEqual(named(right));
      },
    );

    test.skipIf(lang === 'go')('is what docs/guides/signature.md shows', () => {
      const { file } = programs[lang];
      const block = blocksOf('docs/guides/signature.md').find(({ name }) => name === file);
      expect(block?.code.startsWith(readFileSync(`fixtures/snippets/${file}`, 'utf8'))).toBe(true);
    });
  },
);

test.skipIf(!isThere('javac'))(
  'gateway-sandbox snippet verify --lang java prints a class that takes genuine queries, and refuses the rest',
  () => {
    const cwd = testFolder();
    const isQuery = (raw: string) => !raw.startsWith('{');
    const taken = Object.values(genuine).filter(([raw]) => isQuery(raw));
    const refused = Object.values(forged).filter(isQuery);
    writeFileSync(join(cwd, 'Signature.java'), printed('java'));
    writeFileSync(join(cwd, 'Run.java'), javaRun);
    writeFileSync(join(cwd, 'raws.txt'), [...taken.map(([raw]) => raw), ...refused].join('\n'));
    execFileSync('javac', ['-encoding', 'UTF-8', 'Signature.java', 'Run.java'], { cwd });
    const results = execFileSync('java', ['-Dfile.encoding=UTF-8', '-cp', '.', 'Run', key], {
      cwd,
      encoding: 'utf8',
    });
    expect(results.trimEnd().split('\n')).toEqual([
      ...taken.map(([, given]) => javaMap(given)),
      ...refused.map(() => 'null'),
    ]);
  },
);

function javaMap(fields: object): string {
  const entries = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, value]) => `${name}=${value}`).join(', ')}}`;
}

test('with --gateway it says how the gateway sends its callback, and how a handler reads it', () => {
  expect(printed('php', 'cardgw')).toMatch(
    /\n\n\/\/ cardgw sends a GET to your return_url: verifiedFields\(\$_SERVER\['QUERY_STRING'\] \?\? '', \$secretKey\)\n$/,
  );
  expect(printed('python', 'aggregator')).toMatch(
    /\n\n# aggregator sends a POST to your callback_url: .*body.*\n# The browser returns with a GET: .*QUERY_STRING.*\n$/,
  );
  expect(printed('go', 'cardgw')).toMatch(
    /\n\n\/\/ cardgw sends a GET to your return_url: .*RawQuery, secretKey\)\n$/,
  );
  expect(printed('java', 'aggregator')).toMatch(
    /\n\n\/\/ aggregator sends a POST .*Signature\.verifiedFields.*\n.*Query.*\n$/,
  );
  expect(printed('node', 'walletA')).toMatch(
    /\/\/ walletA sends no callback: its confirm answers with the result\.\n$/,
  );
});

function printed(lang: keyof typeof programs | 'java', gateway?: string): string {
  const args = ['snippet', 'verify', '--lang', lang, ...(gateway ? ['--gateway', gateway] : [])];
  return execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' });
}
