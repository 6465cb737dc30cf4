import type { Runtime } from '../../runtime/runtime.ts';
import type { Reader } from '../reader.ts';
import { testerFrame } from '../tester-frame.ts';
import type { RefusedForm } from './actions.ts';
import type { ToolPage } from './tool-models.ts';

/** The frame of a page with forms. `done`: what the last form did. */
export function toolFrame(
  runtime: Runtime,
  reader: Reader,
  section: keyof Reader['t']['rail']['pages'],
  { refusal }: RefusedForm,
  done?: string,
): ToolPage {
  const cursor = String(runtime.store.events.lastId());
  return { ...testerFrame(runtime, reader, section, reader.t.rail.pages[section]), refusal, done, cursor };
}

/** The words for `?done=`. Undefined for an unknown name. */
export function doneWords(words: Readonly<Record<string, string>>, name: string | undefined) {
  return name !== undefined && Object.hasOwn(words, name) ? words[name] : undefined;
}
