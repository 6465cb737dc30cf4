import type { Runtime } from '../runtime.ts';
import { frame } from './pages.ts';
import type { TesterFrame } from './tester-models.ts';

/** The frame of the tester's pages, with a banner for every state that changes how the sandbox answers. */
export function testerFrame(runtime: Runtime, section: TesterFrame['section'], title: string): TesterFrame {
  return {
    ...frame('en', `${title} · gateway-sandbox`),
    section,
    baseUrl: runtime.addresses.publicUrl,
    banners: banners(runtime),
  };
}

function banners({ settings, clock }: Runtime): string[] {
  const all: string[] = [];
  if (settings.current.maintenance_mode)
    all.push('Maintenance mode is on: every request is answered with MAINTENANCE_MODE.');
  if (clock.frozen) all.push(`The clock is frozen at ${new Date(clock.now()).toISOString()}.`);
  else if (Math.abs(clock.state.offsetMs) >= 1000)
    all.push(`The clock is moved: it reads ${new Date(clock.now()).toISOString()}.`);
  return all;
}
