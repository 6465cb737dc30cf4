import { baseUrl } from '../config/base-url.ts';
import { loadConfig } from '../config/load-config.ts';
import { currentFolder } from '../host/current-folder.ts';
import { commandFailure } from './for-people.ts';

/** Where `start` would serve in this folder and environment. Throws `CommandFailed` or `WrongUsage` when it could not start. */
export async function servedUrl(): Promise<string> {
  try {
    const config = await loadConfig({}, process.env, currentFolder());
    return baseUrl(config, config.port);
  } catch (error) {
    throw commandFailure(error, 'To talk to another sandbox, set --url URL.');
  }
}
