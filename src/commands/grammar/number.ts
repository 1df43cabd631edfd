import { isWordEnd } from './words.ts'

export interface AmountAt {
  readonly amount: number
  /** Letters or `%` right behind the number, in lower case; `rs` where a ₹ stands before it. */
  readonly unit: string
  readonly to: number
}

/** Digits 0 to 9, grouped by commas as in `1,00,000` or `100,000` or not at all, and one decimal point. */
const NUMBER = String.raw`(\d{1,3}(?:,\d{2,3})*,\d{3}(?![\d,])|\d{1,12})(\.\d{1,6})?`
const amountPattern = new RegExp(`(₹?)${NUMBER}([a-z%]*)`, 'iy')
const barePattern = new RegExp(NUMBER, 'y')

/** The number that stands there and its unit; null where the word is not of that form. */
export const amountAt = (line: string, from: number): AmountAt | null => {
  amountPattern.lastIndex = from
  const match = amountPattern.exec(line)
  if (match === null || !isWordEnd(line, amountPattern.lastIndex)) return null
  const [text, rupee = '', whole = '', fraction = '', letters = ''] = match
  const unit = letters.toLowerCase()
  if (rupee !== '' && unit !== '') return null
  return {
    amount: Number(whole.replaceAll(',', '') + fraction),
    unit: rupee === '' ? unit : 'rs',
    to: from + text.length,
  }
}

/** The number at an offset, whatever follows it. */
export const numberAt = (
  line: string,
  from: number,
): { readonly value: number; readonly to: number } | null => {
  barePattern.lastIndex = from
  const match = barePattern.exec(line)
  if (match === null) return null
  const [text, whole = '', fraction = ''] = match
  return { value: Number(whole.replaceAll(',', '') + fraction), to: from + text.length }
}
