import { pageHeaders } from './security-headers.ts';

/** Redirects after a form submission, so that reloading the next page does not submit the form again. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...pageHeaders, Location: location } });
}
