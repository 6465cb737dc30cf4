import type { FieldRule } from './fields.ts';

interface NumberForm {
  /** The assumption to name when a number is refused. */
  readonly assumption: `${string}.mobile-number`;
  readonly rule: string;
  readonly pattern: string;
  /** Accepted instead of `pattern` with the setting `mobile.lenient`. */
  readonly lenientPattern?: string;
  readonly example: string;
}

/** A customer's mobile number. `mobile.lenient` also accepts `lenientPattern`: 9 digits that start with 9. */
export function mobileNumber({
  assumption,
  rule,
  pattern,
  lenientPattern = pattern,
  example,
}: NumberForm): FieldRule {
  const strictForm = new RegExp(pattern);
  const lenientForm = new RegExp(lenientPattern);
  return {
    name: 'mobile_number',
    required: true,
    rule,
    example,
    pattern,
    refuse: (text, policy) =>
      (policy.lenientMobile ? lenientForm : strictForm).test(text)
        ? undefined
        : `must be a mobile number: ${rule}`,
    restsOn: (text, refused) => {
      if (strictForm.test(text) !== lenientForm.test(text)) return ['mobile.lenient'];
      return refused === undefined ? [] : [assumption];
    },
  };
}
