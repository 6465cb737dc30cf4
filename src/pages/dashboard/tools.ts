import type { Hono } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { accountPages } from './account-page.ts';
import { clockPages } from './clock-page.ts';
import { compatibilityPages } from './compatibility-page.ts';
import { faultPages } from './faults-page.ts';
import { settingsPages } from './settings-page.ts';
import { signaturePages } from './signature-page.ts';
import { snapshotPages } from './snapshots-page.ts';

/** The pages that change how the sandbox answers, and the signature doctor. */
export function toolPages(app: Hono<AppEnv>, parts: AppParts): void {
  accountPages(app, parts);
  compatibilityPages(app, parts);
  signaturePages(app, parts);
  faultPages(app, parts);
  clockPages(app, parts);
  settingsPages(app, parts);
  snapshotPages(app, parts);
}
