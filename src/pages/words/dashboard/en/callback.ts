/** The list of callbacks, and the page of one. */
export const callbackEnglish = {
  title: (id: number) => `Callback ${id}`,
  answered: (status: number) => `answered ${status}`,
  underWay: 'under way',
};
