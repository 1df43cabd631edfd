import { isWordEnd } from './words.ts'

export interface AmountAt {
  readonly amount: number
  /** Lower-case letters or `%` directly behind the number; `rs` if a ₹ precedes it. */
  readonly unit: string
  readonly to: number
}

/** Commas may group it as `1,00,000` or `100,000`. */
const NUMBER = String.raw`(\d{1,3}(?:,\d{2,3})*,\d{3}(?![\d,])|\d{1,12})(\.\d{1,6})?`
const amountPattern = new RegExp(`(₹?)${NUMBER}([a-z%]*)`, 'iy')
const barePattern = new RegExp(NUMBER, 'y')

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
