/** By the specification: upper case, and only letters, digits, dot, ampersand and single spaces. */
export const searchText = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9.& ]+/g, '')
    .replace(/ +/g, ' ')
    .trim()

const QUERY_LENGTH_MAX = 100
const TOKENS_MAX = 8

/** BANKNIFTY or FINNIFTY on its own counts as two words. */
export const queryTokens = (query: string): readonly string[] => {
  const text = searchText(query.slice(0, QUERY_LENGTH_MAX))
  if (text === 'BANKNIFTY') return ['BANK', 'NIFTY']
  if (text === 'FINNIFTY') return ['FIN', 'NIFTY']
  return text === '' ? [] : text.split(' ').slice(0, TOKENS_MAX)
}
