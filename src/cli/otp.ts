import { type ControlFlags, controlClient } from './control-client.ts';
import { oneLine, show } from './output.ts';
import { seconds } from './wait.ts';

interface OtpFlags extends ControlFlags {
  readonly wait?: string;
  readonly gateway?: string;
  readonly account?: string;
}

/** Prints only the code, for use in scripts. */
export async function otp(mobile: string, { wait, gateway, account, ...flags }: OtpFlags): Promise<void> {
  const query = {
    mobile_number: mobile,
    wait: seconds(wait),
    gateway,
    account,
  };
  const answer = await controlClient(flags).call('latestOtp', { query });
  show(flags, answer, () => oneLine(answer.code));
}
