import { existsSync, readFileSync } from 'node:fs';

/** What `--https` serves is signed by the authority that we keep for this user: nobody needs to tell us of it. */
export async function trustOwnAuthority(): Promise<void> {
  const [{ usableTlsDir }, { authorityFiles }] = await Promise.all([
    import('./tls-dir.ts'),
    import('./kept-authority.ts'),
  ]);
  const tls = process.getBuiltinModule('node:tls');
  const file = authorityFiles(usableTlsDir().dir).certificate;
  // Node 22.14 to 22.18 have no such function: there NODE_EXTRA_CA_CERTS is the way.
  if (!existsSync(file) || typeof tls.setDefaultCACertificates !== 'function') return;
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(file, 'utf8')]);
}
