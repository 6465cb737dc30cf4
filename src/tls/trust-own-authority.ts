import { existsSync, readFileSync } from 'node:fs';

/** Makes this process trust the local CA of this user, which signs the certificates of `--https`. */
export async function trustOwnAuthority(): Promise<void> {
  const [{ usableTlsDir }, { authorityFiles }] = await Promise.all([
    import('./tls-dir.ts'),
    import('./kept-authority.ts'),
  ]);
  const tls = process.getBuiltinModule('node:tls');
  const file = authorityFiles(usableTlsDir().dir).certificate;
  // Node 22.14 to 22.18 lack this function: there, set NODE_EXTRA_CA_CERTS.
  if (!existsSync(file) || typeof tls.setDefaultCACertificates !== 'function') return;
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(file, 'utf8')]);
}
