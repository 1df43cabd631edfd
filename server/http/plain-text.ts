/** Control characters other than tab and line breaks, and marks that turn the direction of what follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** Whether a text can hide or turn around what stands beside it where it is shown. PostgreSQL cannot hold NUL either. */
export const hasHiddenCharacters = (text: string): boolean => HIDDEN.test(text)
