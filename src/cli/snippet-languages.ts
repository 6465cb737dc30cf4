/** Languages that `snippet` prints code in. */
export const snippetLanguages = ['node', 'php', 'python', 'go', 'java'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];
