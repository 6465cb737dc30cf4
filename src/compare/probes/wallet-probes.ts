import type { OtpGateway } from '../../gateways/gateway.ts';
import type { Probe } from '../probe.ts';
import { memberOf, outcome, outcomes, type Reply, wordOf } from '../reply.ts';
import { confirm, type NameOf, verify } from './calls.ts';

const shortestCode = 3;
const longestCode = 10;
const lengths = Array.from({ length: longestCode - shortestCode + 1 }, (_, index) => index + shortestCode);

/** Probes that send codes to the number of `--mobile-number` and confirm with wrong ones. */
export function walletProbes(gateway: OtpGateway, named: NameOf): readonly Probe[] {
  const hasBirthYear = gateway.verifyFields.some(({ name }) => name === 'birth_year');
  const probes = [codes, process, numbers, again, ...(hasBirthYear ? [birthYear] : [])];
  return probes.map((probe) => probe(gateway, named));
}

function codes(gateway: OtpGateway, named: NameOf): Probe {
  const { token } = gateway;
  return {
    id: `${token}-codes`,
    does: `sends a code to your number by ${named(token)}, and confirms with one wrong code of each length`,
    needs: 'mobile',
    steps: [
      verify(gateway, named),
      ...lengths.map((digits) => confirm(gateway, named, { code: '7'.repeat(digits) })),
    ],
    readings: [
      { about: 'verify.message', fact: ([first]) => textOf(first, 'message') },
      { about: 'process-id.form', fact: ([first]) => formOfId(first) },
      {
        about: 'otp.length',
        fact: (replies) => digitsOf(replies)?.map(String).join(' or ').concat(' digits'),
        values: (replies) => (digitsOf(replies) ?? []).map((digits) => ({ [token]: digits })),
      },
      {
        about: 'codes',
        fact: (replies) => codeAt(replies, digitsOf(replies)?.[0]),
        values: () => ['observed', 'documented'],
      },
      { about: 'code.form', fact: (replies) => outcome(replies[1]) },
    ],
  };
}

function process(gateway: OtpGateway, named: NameOf): Probe {
  const { token } = gateway;
  return {
    id: `${token}-process`,
    does: `confirms a ${named(token)} process that does not exist, and one with another amount`,
    needs: 'mobile',
    steps: [
      verify(gateway, named),
      confirm(gateway, named, { process_id: '1' }),
      confirm(gateway, named, { amount: '2.00' }),
    ],
    readings: [
      { about: 'process.once', fact: ([, ...confirms]) => outcomes(confirms) },
      {
        about: 'codes',
        fact: (replies) => outcome(replies[2]),
        values: () => ['observed', 'documented'],
      },
    ],
  };
}

function numbers(gateway: OtpGateway, named: NameOf): Probe {
  const { token } = gateway;
  return {
    id: `${token}-number`,
    does: `sends ${named(token)} your number without its zero, and values that are not numbers`,
    needs: 'mobile',
    steps: [
      verify(gateway, named, { mobile_number: '{short_mobile}' }),
      ...['0812345678', '09123', '+{mobile}'].map((number) =>
        verify(gateway, named, { mobile_number: number }),
      ),
    ],
    readings: [
      { about: 'mobile.lenient', fact: ([nine]) => outcome(nine), values: () => [false, true] },
      { about: `${token}.mobile-number`, fact: ([, ...wrong]) => outcomes(wrong) },
    ],
  };
}

function again(gateway: OtpGateway, named: NameOf): Probe {
  const { token } = gateway;
  return {
    id: `${token}-again`,
    does: `asks ${named(token)} for two codes at once`,
    needs: 'mobile',
    steps: [verify(gateway, named), verify(gateway, named, {}, { isPrompt: true })],
    readings: [
      {
        about: 'otp.resend_wait',
        fact: ([, second]) => waitOf(second),
        values: ([, second]) => (second?.headers['retry-after'] ? [`${second.headers['retry-after']}s`] : []),
      },
    ],
  };
}

function birthYear(gateway: OtpGateway, named: NameOf): Probe {
  return {
    id: `${gateway.token}-birth-year`,
    does: `sends ${named(gateway.token)} birth years that are not four digits`,
    needs: 'mobile',
    steps: ['19900', '90', '١٩٩٠'].map((year) => verify(gateway, named, { birth_year: year })),
    readings: [{ about: 'birth-year.form', fact: outcomes }],
  };
}

/** The lengths with a different answer than the shortest code. */
function digitsOf(replies: readonly Reply[]): readonly number[] | undefined {
  const [, ...confirms] = replies;
  const words = confirms.map(words422);
  if (words.length < lengths.length || words.includes(undefined)) return undefined;
  const others = lengths.filter((_, index) => words[index] !== words[0]);
  return others.length > 0 ? others : undefined;
}

/** The error code plus, if available, the error of the field. */
function words422(reply: Reply): string | undefined {
  const word = outcome(reply);
  const why = memberOf(reply, 'error', 'fields', 'code');
  return word && (why === undefined ? word : `${word} ${JSON.stringify(why).replace(/\d+/g, '#')}`);
}

function codeAt(replies: readonly Reply[], digits: number | undefined): string | undefined {
  return digits === undefined ? undefined : outcome(replies[digits - shortestCode + 1]);
}

function textOf(reply: Reply | undefined, name: string): string | undefined {
  const value = reply && memberOf(reply, name);
  return typeof value === 'string' ? JSON.stringify(value) : undefined;
}

function formOfId(reply: Reply | undefined): string | undefined {
  const id = reply && memberOf(reply, 'result', 'process_id');
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const text = String(id);
  return `a JSON ${typeof id} of ${text.length} ${/^\d+$/.test(text) ? 'digits' : 'characters'}`;
}

function waitOf(reply: Reply | undefined): string | undefined {
  const word = wordOf(reply);
  if (word === undefined || word === 'accepted') return word && 'sends a second code at once';
  return `${word}, wait ${reply?.headers['retry-after'] ?? '?'} s`;
}
