/** The page of one API call. */
export const requestEnglish = {
  title: (id: number) => `Request ${id}`,
};
