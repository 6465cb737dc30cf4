import { isError } from '../host/errors.ts';
import { UserError } from '../host/user-error.ts';
/** The database module cannot be loaded on this machine. The message says what is missing and what to do. */
export class NativeModuleError extends UserError {
  override readonly name = 'NativeModuleError';
}

/** What better-sqlite3's prebuilt module for Linux asks of the system; a test reads both out of the module. */
export const neededGlibc = '2.34';
export const neededGlibcxx = '3.4.29';

/** Whether the error came from loading the module, and not from using it. */
export function isLoadError(error: unknown): error is Error {
  if (!isError(error) || !('code' in error)) return false;
  return (
    error.code === 'ERR_DLOPEN_FAILED' ||
    (error.code === 'MODULE_NOT_FOUND' && error.message.includes('better_sqlite3.node'))
  );
}

/** Whether the folder's disk forbids programs, so that the module may load from another one. */
export function isForbiddenByDisk(error: unknown): boolean {
  return isLoadError(error) && /failed to map segment|not permitted|permission denied/i.test(error.message);
}

export interface System {
  readonly platform: string;
  readonly arch: string;
  /** Undefined on musl, and on other platforms than Linux. */
  readonly glibc: string | undefined;
}

/** One sentence on why the module cannot be loaded, and what to do about it. */
export function nativeModuleError(error: Error, system: System = thisSystem()): NativeModuleError {
  return new NativeModuleError(reason(error, system));
}

const whereItRuns = 'Use the container image, or Debian 12, Ubuntu 22.04, RHEL 9 or newer.';

function reason(error: Error, system: System): string {
  // Node appends in further lines who asked for the module.
  const message = error.message.split('\n', 1)[0]?.trim() ?? '';
  const { platform, arch, glibc } = system;
  if ('code' in error && error.code === 'MODULE_NOT_FOUND')
    return `gateway-sandbox has no database module for ${platform} ${arch}: better-sqlite3 has one for Linux, macOS and Windows, each on x64 and arm64.`;
  if (/\bGLIBC_[\d.]+' not found/.test(message))
    return `gateway-sandbox needs glibc ${neededGlibc} or newer, and this system has ${glibc ?? 'an older one'}. ${whereItRuns}`;
  if (/\b(GLIBCXX|CXXABI)_[\d.]+' not found/.test(message))
    return `gateway-sandbox needs libstdc++ of GCC 11 or newer (GLIBCXX_${neededGlibcxx}), and this system has an older one. ${whereItRuns}`;
  const library = missingLibrary(message);
  if (library !== undefined)
    return `gateway-sandbox needs the library ${library}, which this system does not have: install ${packageOf(library)}.`;
  if (isForbiddenByDisk(error))
    return `The database module cannot be loaded, because its disk does not allow programs to run: ${message}. Install gateway-sandbox on a disk that is mounted without noexec.`;
  const libc = platform === 'linux' ? ` with ${glibc === undefined ? 'musl' : `glibc ${glibc}`}` : '';
  return `The database module cannot be loaded on ${platform} ${arch}${libc}: ${message}.`;
}

/** As glibc and musl name it. */
function missingLibrary(message: string): string | undefined {
  const [, library] =
    /^(\S+\.so[\w.-]*): cannot open shared object file/.exec(message) ??
    /^Error loading shared library (\S+?):/.exec(message) ??
    [];
  // The module itself, which somebody has removed, has a path.
  return library?.includes('/') ? undefined : library;
}

function packageOf(library: string): string {
  if (library.startsWith('libstdc++')) return 'libstdc++ (apt-get install libstdc++6, dnf or apk: libstdc++)';
  if (library.startsWith('libgcc')) return 'libgcc (apt-get install libgcc-s1, dnf or apk: libgcc)';
  return 'the package that contains it';
}

/** Read only after a failure: the report takes milliseconds. */
function thisSystem(): System {
  return { platform: process.platform, arch: process.arch, glibc: glibcVersion() };
}

function glibcVersion(): string | undefined {
  // Node's own report, which its types call an object.
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime;
}
