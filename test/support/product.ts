import { listen } from '../../src/http/server.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { defaultSettings } from '../../src/settings/settings.ts';
import { changedSettings } from '../../src/settings/settings-change.ts';

/** What the tests create sandboxes with. In the project `built`, this module is a bundle like `dist/`. */
export const product = { changedSettings, createSandbox, defaultSettings, listen };
