import { isError } from '../host/errors.ts';
import { UserError } from '../host/user-error.ts';
/** The native database module cannot be loaded. The message says what is missing and what to do. */
export class NativeModuleError extends UserError {
  override readonly name = 'NativeModuleError';
}

/** The system requirements of better-sqlite3's prebuilt Linux module. A test reads both from the module. */
export const neededGlibc = '2.34';
export const neededGlibcxx = '3.4.29';

/** Whether loading the module failed, rather than using it. */
export function isLoadError(error: unknown): error is Error {
  if (!isError(error) || !('code' in error)) return false;
  return (
    error.code === 'ERR_DLOPEN_FAILED' ||
    (error.code === 'MODULE_NOT_FOUND' && error.message.includes('better_sqlite3.node'))
  );
}

/** Whether the folder's file system forbids executables, so that another folder may work. */
export function isForbiddenByDisk(error: unknown): boolean {
  return isLoadError(error) && /failed to map segment|not permitted|permission denied/i.test(error.message);
}

export interface System {
  readonly platform: string;
  readonly arch: string;
  /** Undefined on musl and outside Linux. */
  readonly glibc: string | undefined;
}

/** Why the module cannot be loaded, and what to do about it, in one sentence. */
export function nativeModuleError(error: Error, system: System = thisSystem()): NativeModuleError {
  return new NativeModuleError(reason(error, system));
}

const whereItRuns = 'Use the container image, or Debian 12, Ubuntu 22.04, RHEL 9 or newer.';

function reason(error: Error, system: System): string {
  // Node appends lines that list who required the module.
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

/** Parses the messages of glibc and musl. */
function missingLibrary(message: string): string | undefined {
  const [, library] =
    /^(\S+\.so[\w.-]*): cannot open shared object file/.exec(message) ??
    /^Error loading shared library (\S+?):/.exec(message) ??
    [];
  // A path means that the module itself was deleted.
  return library?.includes('/') ? undefined : library;
}

function packageOf(library: string): string {
  if (library.startsWith('libstdc++')) return 'libstdc++ (apt-get install libstdc++6, dnf or apk: libstdc++)';
  if (library.startsWith('libgcc')) return 'libgcc (apt-get install libgcc-s1, dnf or apk: libgcc)';
  return 'the package that contains it';
}

/** Only called after a failure, because the report takes milliseconds. */
function thisSystem(): System {
  return { platform: process.platform, arch: process.arch, glibc: glibcVersion() };
}

function glibcVersion(): string | undefined {
  // Node's own report, which its types declare as `object`.
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime;
}
