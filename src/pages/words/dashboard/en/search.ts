import { counted } from '../../counted.ts';

/** The results of the search at the top of every page. */
export const searchEnglish = {
  title: 'Search',
  heading: (query: string) => `Search: ${query}`,
  prompt: 'Type part of an invoice number, an ID, a mobile number or a code.',
  nothing: 'Nothing found',
  nothingText: (most: string) =>
    `Part of an invoice number is searched in the newest ${most} payments and calls. IDs, whole invoice numbers and mobile numbers are searched everywhere.`,
  payments: counted('en', { one: '1 payment', other: '# payments' }),
  calls: counted('en', { one: '1 API call', other: '# API calls' }),
  codes: counted('en', { one: '1 code on the phone', other: '# codes on the phone' }),
  first: (most: number) => `The newest ${most} are shown.`,
  code: 'Code',
  number: 'Mobile number',
  state: 'State',
};
