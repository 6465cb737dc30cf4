import { pageHeaders } from './security-headers.ts';

/** Where to go after a form: a reload of the next page sends nothing again. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...pageHeaders, Location: location } });
}
