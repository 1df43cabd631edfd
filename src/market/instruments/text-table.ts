/** One string, so that a single scan finds a word in thousands of texts. */
export interface TextTable {
  /** Each text ends with a line feed. */
  readonly text: string
  /** Offset of each text, then the total length. */
  readonly offsets: Uint32Array
}

export const textTable = (texts: readonly string[]): TextTable => {
  const offsets = new Uint32Array(texts.length + 1)
  let at = 0
  texts.forEach((text, index) => {
    offsets[index] = at
    at += text.length + 1
  })
  offsets[texts.length] = at
  return { text: texts.map((text) => `${text}\n`).join(''), offsets }
}

/** Calls `visit` once per text that holds `word`, with the offset of its first occurrence. */
export const eachWith = (
  { text, offsets }: TextTable,
  word: string,
  visit: (index: number, at: number) => void,
): void => {
  let index = 0
  let found = text.indexOf(word)
  while (found >= 0) {
    while ((offsets[index + 1] ?? 0) <= found) index++
    visit(index, found - (offsets[index] ?? 0))
    const next = offsets[index + 1] ?? text.length
    found = text.indexOf(word, next)
  }
}

export const lengthAt = ({ offsets }: TextTable, index: number): number =>
  (offsets[index + 1] ?? 1) - (offsets[index] ?? 0) - 1
