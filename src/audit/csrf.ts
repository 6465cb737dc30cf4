/**
 * Whether a refusal is for want of a form's CSRF token, by what its page shows. One sentence has to say so: the
 * word alone is on many error pages, in settings and call stacks.
 */
export function refusesForCsrf(page: string): boolean {
  const shown = shownBy(page);
  return known.test(shown) || sentencesOf(shown).some((each) => protection.test(each) && refusal.test(each));
}

/** The errors of Rails, Express, Pyramid, and Spring by name, and the sentences of Yii, CodeIgniter, and SvelteKit. */
const known =
  /InvalidAuthenticityToken|(?:invalid|missing|bad)[cx]srf|Unable to verify your data submission|The action you requested is not allowed|Cross-site POST form submissions are forbidden/i;

/** As a word. Not in a path, in `csrfToken`, or as a function of a call stack. */
const protection =
  /(?<![a-z\d./]|\bat )[cx]srf(?![a-z\d/]|\.\w)|\b(?:authenticity|anti-?forgery) (?:token|cookie)|\bcross[- ]site request forgery/i;

const refusal =
  /\b(?:missing|absent|invalid|bad|wrong|incorrect|mismatch|expired|fail|failed|failure|error|required|rejected|denied|forbidden|blocked|aborted|detected|no|not|unable|cannot)\b|\bcan(?:['’]|&[#\w]+;)t\b/i;

/** On the error pages of Django, which list its settings. */
const setting = /csrf_failure_view/gi;

/** A name such as `csrf_token_missing` reads like a sentence. */
function sentencesOf(shown: string): string[] {
  return shown
    .replace(setting, '')
    .replaceAll('_', ' ')
    .split(/[\n"]|\\n|[.!?,](?=\s|$)/);
}

/** Without tags and scripts: many layouts have a CSRF token for their own forms in them. */
function shownBy(page: string): string {
  return page
    .slice(0, 50_000)
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, '\n')
    .replace(/<\/?(?:a|b|code|em|i|span|strong|tt)(?:\s[^<>]*)?>/gi, ' ')
    .replace(/<[!/]?[a-z-][\w-]*(?:[\s/][^<>]*)?>/gi, '\n');
}
