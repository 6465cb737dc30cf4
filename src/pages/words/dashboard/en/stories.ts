/** Imported payments. */
export const storiesEnglish = {
  open: 'Open an exported payment',
  openHint:
    'A file from “Payment file” on a payment’s page, or from `transactions ID --export FILE`. Choose it, or drop it anywhere on this page.',
  dropHere: 'Open an exported payment: drop its file anywhere on this page',
  file: 'File',
  openButton: 'Open',
  opened: (id: string) => `Payment ${id}`,
  none: 'Choose a file.',
  oneFile: 'Open one file at a time.',
  flaws: {
    'too-large': 'The file is larger than 16 MB, so it is not a payment file.',
    'not-json': 'The file is not JSON, or it is cut off.',
    'not-story': 'This is not a payment file of gateway-sandbox.',
    'newer-version': 'The payment file is from a newer gateway-sandbox. Update this one.',
    'too-deep': 'The payment file is nested too deeply.',
    incomplete: 'The payment itself is missing from its file.',
  },
  mark: 'Imported payment',
  exported: 'Exported',
  by: 'by gateway-sandbox',
  readOnly: 'It is shown as it was, and nothing in it can be changed.',
  whole: 'The whole payment',
  replay: 'Send its callbacks to your app',
  replayHint:
    'In their order, signed with the secret key of the first account of this sandbox. Nothing is stored.',
  url: 'URL of your handler',
  replayButton: 'Send',
  sent: 'Your app responded',
  noCallbacks: 'The payment has no callbacks.',
  story: 'Payment file',
};
