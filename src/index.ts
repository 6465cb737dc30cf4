import { SandboxClient } from './client.ts';
import { credentialsOf } from './client/account-client.ts';
import { Connection } from './client/connection.ts';
import type { SettingsPatch } from './client/state.ts';
import type { Running } from './run.ts';
import { runSandbox } from './run.ts';
