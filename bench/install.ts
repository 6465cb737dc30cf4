import { merchantProject } from '../test/package/merchant-project.ts';

export interface Installed {
  readonly megabytes: number;
  readonly seconds: number;
  readonly packages: number;
  readonly installScripts: number;
}

/** Packs the package and installs it in a new project, as a user does; undefined without a registry. */
export async function install(): Promise<Installed | undefined> {
  console.error('install');
  const project = await merchantProject();
  try {
    const startedAt = performance.now();
    await project.install('gateway-sandbox');
    const packages = Object.entries(project.locked()).filter(([place]) => place !== '');
    return {
      megabytes: project.installedBytes() / 1e6,
      seconds: (performance.now() - startedAt) / 1000,
      packages: packages.length,
      installScripts: packages.filter(([, { hasInstallScript }]) => hasInstallScript).length,
    };
  } catch (error) {
    console.error(`The installation is left out: npm could not install. ${firstLine(error)}`);
    return undefined;
  } finally {
    project.remove();
  }
}

export function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
}
