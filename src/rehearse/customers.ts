import type { Customer } from './customer.ts';
import { otherCustomers } from './other-customers.ts';
import { payingCustomers } from './paying-customers.ts';

/** Everyone who comes on a sales day. */
export const customers: readonly Customer[] = [...payingCustomers, ...otherCustomers];
