import { baseUrl } from '../config/base-url.ts';
import { loadConfig } from '../config/load-config.ts';
import { currentFolder } from '../host/current-folder.ts';
import { withAdvice } from './with-advice.ts';

/** The URL that `start` would use in this folder and environment. Throws `UserError` if it could not. */
export async function servedUrl(): Promise<string> {
  try {
    const config = await loadConfig({}, process.env, currentFolder());
    return baseUrl(config, config.port);
  } catch (error) {
    throw withAdvice(error, 'To talk to another sandbox, set --url URL.');
  }
}
