import { z } from 'zod';
import { gatewayTokens } from '../gateways/index.ts';
import { modes } from '../protocol/vocabulary.ts';
import { forgeries } from '../settings/delivery.ts';
import { callbackStatuses } from '../store/statuses.ts';
import * as kind from './columns.ts';
import { answerHeaders, headerFields, sentFields } from './values.ts';

/** The records that payments lead to: callbacks, attempts, requests and events. */
export const logRecords: Readonly<Record<string, kind.RecordKind>> = {
  callback: {
    table: 'callbacks',
    columns: {
      id: kind.id,
      transaction_id: kind.id,
      account_id: kind.accountId,
      invoice_no: kind.text,
      gateway: kind.gateway,
      method: kind.oneOf(['GET', 'POST']),
      url: kind.webUrl,
      target: kind.text,
      body: kind.optionalText,
      fields: kind.json(sentFields),
      signed_string: kind.text,
      hashed: kind.text,
      tamper: kind.tamper,
      status: kind.oneOf(callbackStatuses),
      tries: kind.count,
      next_attempt_at: kind.optionalTime,
      copy_of: kind.optionalId,
      after_return_ms: kind.optionalCount,
      created_at: kind.time,
    },
  },
  attempt: {
    table: 'callback_attempts',
    columns: {
      callback_id: kind.id,
      number: kind.id,
      at: kind.time,
      url: kind.webUrl,
      request: kind.text,
      genuine: kind.flag,
      duration_ms: kind.optionalCount,
      answer_status: kind.optionalCount,
      answer_headers: kind.json(answerHeaders),
      answer_body: kind.optionalBytes,
      error: kind.optionalText,
      // Not in files of earlier versions.
      forgery: kind.plain(z.enum(forgeries).nullable().optional()),
    },
  },
  request: {
    table: 'requests',
    columns: {
      id: kind.id,
      at: kind.time,
      account_id: kind.optionalAccountId,
      mode: kind.optionalOneOf(modes),
      gateway: kind.optionalOneOf(gatewayTokens),
      action: kind.optionalShortText,
      method: kind.shortText,
      path: kind.text,
      remote_address: kind.shortText,
      headers: kind.json(headerFields),
      body: kind.text,
      status: kind.count,
      code: kind.optionalShortText,
      answer: kind.text,
      duration_us: kind.count,
      trace: kind.anyJson,
      lint: kind.anyJson,
      assumptions: kind.anyJson,
      transaction_id: kind.optionalId,
      process_id: kind.optionalProcessId,
      fault: kind.optionalText,
      after_event: kind.count,
    },
  },
  event: {
    table: 'events',
    columns: {
      id: kind.id,
      type: kind.shortText,
      at: kind.time,
      account_id: kind.optionalAccountId,
      transaction_id: kind.optionalId,
      invoice_no: kind.optionalText,
      mobile_number: kind.optionalText,
      process_id: kind.optionalProcessId,
      data: kind.anyJson,
    },
  },
};
