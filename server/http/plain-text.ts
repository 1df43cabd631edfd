/** Control characters except tab and line breaks, and bidirectional marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** Such text can disguise what is shown beside it. PostgreSQL cannot store NUL either. */
export const hasHiddenCharacters = (text: string): boolean => HIDDEN.test(text)
