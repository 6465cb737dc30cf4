import { acceptedCases } from './accepted-cases.ts';
import type { AuditCase } from './case.ts';
import { refusedCases } from './refused-cases.ts';

/** All that is done to the merchant of one gateway, in this order: what `genuine` finds is what the others rest on. */
export const cases: readonly AuditCase[] = [...acceptedCases, ...refusedCases];
