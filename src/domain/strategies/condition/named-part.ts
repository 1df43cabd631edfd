export interface Named {
  readonly name: string
  readonly brace: number
}

/** The offset behind the bracket that closes the one at `open`; null if it stays open. Quotes may hold brackets. */
export const behindBracket = (text: string, open: number): number | null => {
  const close = text[open] === '(' ? ')' : '}'
  let depth = 0
  let isQuoted = false
  for (let at = open; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (sign === text[open]) depth++
    if (sign === close && --depth === 0) return at + 1
  }
  return null
}

/** A named part at offset `from`: a name, its values in parentheses if it has any, and braces. */
export const namedAt = (text: string, from: number): Named | null => {
  const word = /^[A-Za-z_]\w*/.exec(text.slice(from, from + 60))?.[0]
  if (word === undefined) return null
  const behindWord = behindSpaces(text, from + word.length)
  const to = text[behindWord] === '(' ? behindBracket(text, behindWord) : from + word.length
  if (to === null) return null
  const brace = behindSpaces(text, to)
  return text[brace] === '{' ? { name: text.slice(from, to), brace } : null
}

export const behindSpaces = (text: string, from: number): number => {
  let at = from
  while (/\s/.test(text[at] ?? '')) at++
  return at
}

/** The offset behind the quotation that begins at `at`; the end of the text if it stays open. */
export const behindQuote = (text: string, at: number): number => {
  const end = text.indexOf('"', at + 1)
  return end < 0 ? text.length : end + 1
}
