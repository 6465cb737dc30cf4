import type { OtpGateway } from '../../gateways/gateway.ts';
import type { Probe } from '../probe.ts';
import { outcome, outcomes } from '../reply.ts';
import { confirm, type NameOf, verify } from './calls.ts';
import { besideControl, given } from './controls.ts';
import {
  codeAt,
  digitsOf,
  formOfId,
  isOther,
  lengths,
  shortNumber,
  showsMalformed,
  textOf,
  waitOf,
} from './wallet-readings.ts';

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
        part: token,
      },
      {
        about: 'codes',
        fact: (replies) => codeAt(replies, digitsOf(replies)?.[0]),
        values: () => ['observed', 'documented'],
      },
      {
        about: 'code.form',
        fact: ([sent, shortest]) => given(sent, () => outcome(shortest)),
        shows: showsMalformed,
      },
    ],
  };
}

function process(gateway: OtpGateway, named: NameOf): Probe {
  const { token } = gateway;
  return {
    id: `${token}-process`,
    does: `confirms a ${named(token)} process that does not exist, one with another amount, and one with a wrong code`,
    needs: 'mobile',
    steps: [
      verify(gateway, named),
      confirm(gateway, named, { process_id: '1' }),
      confirm(gateway, named, { amount: '2.00' }),
      confirm(gateway, named),
    ],
    readings: [
      {
        about: 'process.once',
        fact: ([sent, unknown, amount]) =>
          given(sent, () => unknown && amount && outcomes([unknown, amount])),
        shows: ([, unknown, amount, code]) => isOther(unknown, code) && isOther(amount, code),
      },
      {
        about: 'codes',
        fact: ([sent, , amount]) => given(sent, () => outcome(amount)),
        values: () => ['observed', 'documented'],
        shows: ([, , amount, code]) => isOther(amount, code),
      },
    ],
  };
}

function numbers(gateway: OtpGateway, named: NameOf): Probe {
  const { token } = gateway;
  return {
    id: `${token}-number`,
    does: `sends ${named(token)} your number without its zero, values that are not numbers, and your number`,
    needs: 'mobile',
    steps: [
      verify(gateway, named, { mobile_number: '{short_mobile}' }),
      ...['0812345678', '09123', '+{mobile}'].map((number) =>
        verify(gateway, named, { mobile_number: number }),
      ),
      verify(gateway, named),
    ],
    readings: [
      { about: 'mobile.lenient', fact: shortNumber, values: () => [false, true] },
      { about: `${token}.mobile-number`, fact: ([, ...wrong]) => besideControl(wrong) },
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
        fact: ([first, second]) => given(first, () => waitOf(second)),
        values: ([, second]) => (second?.headers['retry-after'] ? [`${second.headers['retry-after']}s`] : []),
      },
    ],
  };
}

function birthYear(gateway: OtpGateway, named: NameOf): Probe {
  return {
    id: `${gateway.token}-birth-year`,
    does: `sends ${named(gateway.token)} birth years that are not four digits, and one that is`,
    needs: 'mobile',
    steps: [
      ...['19900', '90', '١٩٩٠'].map((year) => verify(gateway, named, { birth_year: year })),
      verify(gateway, named),
    ],
    readings: [{ about: 'birth-year.form', fact: besideControl }],
  };
}
