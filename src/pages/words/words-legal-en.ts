/** The footer of the hosted pages. */
export const legalEnglish = {
  marks: {
    card: 'International cards',
    'local-card': 'Local bank cards',
    methods: 'Online payment',
  },
  help: {
    name: 'Help',
    text: (merchant: string) =>
      `For questions about your order, contact ${merchant} and give them the invoice number. You are charged only after you confirm.`,
  },
  terms: {
    name: 'Terms',
    text: (merchant: string) =>
      `${merchant} sells the goods and handles returns. This page only takes the payment.`,
  },
  privacy: {
    name: 'Privacy',
    text: (merchant: string) =>
      `Card details are used for this payment only. They are neither stored nor shared with ${merchant}.`,
  },
};
