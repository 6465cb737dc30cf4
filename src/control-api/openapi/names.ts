import type { z } from 'zod';
import { accountSeedSchema, gatewayToken } from '../../accounts/account-schema.ts';
import { errorCode } from '../../settings/kinds.ts';
import { settingsSchema } from '../../settings/settings-schema.ts';
import { accountChange } from '../accounts.ts';
import * as answers from '../answers.ts';
import { resendSchema } from '../callbacks.ts';
import { approvalSchema, declineSchema, deliverySchema } from '../checkouts.ts';
import { clockAnswer } from '../clock.ts';
import { eventAnswer, eventType, storyAnswer, timelineEntry } from '../event-shapes.ts';
import { eventPage } from '../events.ts';
import { effectSchema, faultMatch, faultSchema } from '../fault-input.ts';
import { armedEffect, faultAnswer } from '../faults.ts';
import { wait } from '../input.ts';
import * as log from '../log-entries.ts';
import { mistakeAnswer, signatureCheck } from '../signature.ts';
import { importedAnswer, snapshotAnswer } from '../snapshots.ts';
import { gatewayAnswer, magicAnswer, settingsPatch } from '../state.ts';

type Named = Readonly<Record<string, z.ZodType>>;

/** Schemas that requests and responses share. */
const shared: Named = {
  DeliveryOrder: answers.deliveryOrder,
  ErrorCode: errorCode,
  EventType: eventType,
  FaultMatch: faultMatch,
  GatewayName: answers.gatewayName,
  GatewayToken: gatewayToken,
  MethodName: answers.methodName,
  Mode: answers.mode,
  SettingsPatch: settingsPatch,
  Tampering: answers.tampering,
  TransactionStatus: answers.transactionStatus,
};

/** The names of response schemas. Other responses are named after their operation. */
export const namedAnswers: Named = {
  ...shared,
  Refusal: answers.refusalAnswer,
  AccountGateway: answers.accountGateway,
  Account: answers.accountAnswer,
  Otp: answers.otpAnswer,
  Transaction: answers.transactionAnswer,
  TimelineEntry: timelineEntry,
  TransactionWithTimeline: storyAnswer,
  Checkout: answers.checkoutAnswer,
  DecidedCheckout: answers.decidedAnswer,
  AttemptAnswer: answers.merchantAnswer,
  Attempt: answers.attemptAnswer,
  Callback: answers.callbackAnswer,
  TraceStep: answers.traceStep,
  RequestLogEntry: answers.requestAnswer,
  JournalEvent: eventAnswer,
  EventPage: eventPage,
  CallEntry: log.callEntry,
  CodeEntry: log.codeEntry,
  PageEntry: log.pageEntry,
  CallbackEntry: log.callbackEntry,
  SandboxEntry: log.sandboxEntry,
  GapEntry: log.gapEntry,
  LogEntry: log.logEntry,
  LogPage: log.logPage,
  ArmedEffect: armedEffect,
  Fault: faultAnswer,
  ClockState: clockAnswer,
  Snapshot: snapshotAnswer,
  ImportedSnapshot: importedAnswer,
  Mistake: mistakeAnswer,
  SignatureCheck: signatureCheck,
  Gateway: gatewayAnswer,
  MagicValues: magicAnswer,
  Settings: settingsSchema,
};

/** The names of body and query schemas. Other bodies are named after their operation. */
export const namedInputs: Named = {
  ...shared,
  WaitTime: wait,
  AccountChange: accountChange,
  NewAccount: accountSeedSchema,
  Delivery: deliverySchema,
  Approval: approvalSchema,
  Decline: declineSchema,
  Resend: resendSchema,
  Effect: effectSchema,
  NewFault: faultSchema,
};
