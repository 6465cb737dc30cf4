/** The page that asks for the token. */
export const signInEnglish = {
  title: 'Token needed',
  text: 'Other machines can reach this sandbox, so its pages need the token that it printed at start.',
  unsent: 'Nothing was changed. Enter the token, then send the form again.',
  token: 'Token',
  wrong: 'This is not the sandbox’s token.',
  open: 'Open',
};
