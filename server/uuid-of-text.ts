import { hash } from 'node:crypto'

/** The same text has the same id: a UUID of version 8 (RFC 9562), whose 122 free bits are those of the text's SHA-256. */
export const uuidOfText = (text: string): string => {
  const hex = hash('sha256', text)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
