/** For `like … escape '\'` on lower-case text: what holds `text` anywhere. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
