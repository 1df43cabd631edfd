import type { PaletteRow, Reading } from '../reading.ts'

interface ShownLine {
  readonly line: string
  readonly caret: number
  readonly rows: readonly PaletteRow[]
  readonly chosen: number
}

/**
 * The second or third fix for the key 2 or 3. Null wherever the digit may be meant as text: after a digit, a
 * sign or a space, while the word in question is at the caret, and where the line goes on with the digit.
 */
export const fixOfKey = (
  key: string,
  { line, caret, rows, chosen }: ShownLine,
  read: (line: string, caret: number) => Reading,
): PaletteRow | null => {
  const fix = /^[23]$/.test(key) ? rows[Number(key) - 1] : undefined
  const { changed, insert = '', meant } = rows[chosen] ?? {}
  if (fix?.changed === undefined || changed === undefined || meant === undefined) return null
  const isAfterWord = caret === line.length && /[a-z]$/i.test(line)
  const isBehindFix = insert.slice(changed.to).trim() !== ''
  if (!isAfterWord || !isBehindFix) return null
  const longer = insert + key
  return read(longer, longer.length).call === null ? fix : null
}
