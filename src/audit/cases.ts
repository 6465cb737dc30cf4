import { acceptedCases } from './accepted-cases.ts';
import type { AuditCase } from './case.ts';
import { refusedCases } from './refused-cases.ts';

/** All cases for one gateway, in this order: the others build on the result of `genuine`. */
export const cases: readonly AuditCase[] = [...acceptedCases, ...refusedCases];
