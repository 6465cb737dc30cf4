import { packageFile, packageFolder } from '../host/package-files.ts';

const known = new Map<string, readonly string[]>();

/**
 * The modules that these scripts import, with all that those import. Named in the page, because the browser
 * would otherwise ask for each only once it has read the one that imports it.
 */
export function modulesOf(scripts: readonly string[]): readonly string[] {
  const key = scripts.join();
  const found = known.get(key) ?? imported(scripts);
  known.set(key, found);
  return found;
}

function imported(scripts: readonly string[]): string[] {
  const files = packageFolder('views/assets/');
  const all = new Set(scripts);
  // A set also visits what is added meanwhile. Generated modules import nothing.
  for (const name of all)
    for (const each of files.includes(name) ? importsIn(String(packageFile(`views/assets/${name}`))) : [])
      all.add(each);
  return [...all].filter((name) => !scripts.includes(name));
}

function importsIn(source: string): string[] {
  return [...source.matchAll(/^import (?:.* from )?'\.\/([\w-]+\.js)';$/gm)].map(([, name = '']) => name);
}
