import { roundToPaisa } from './money.ts'

export const rupeeUnits: Readonly<Record<string, number>> = {
  '': 1,
  rs: 1,
  k: 1e3,
  l: 1e5,
  lakh: 1e5,
  cr: 1e7,
}

/** Rupees to the paisa, because the multiplication may be inexact; null for a word outside `units`. */
export const rupeesIn = (amount: number, unit: string, units = rupeeUnits): number | null => {
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined
  return factor === undefined ? null : roundToPaisa(amount * factor)
}

/** Rupees typed in a field: `₹50,000`, `50k`, `1.5 cr`. Null for other text. */
export const readAmount = (text: string): number | null => {
  const [, number = '', unit = ''] = /^₹?\s*(\d[\d,]*(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? []
  return number === '' ? null : rupeesIn(Number(number.replaceAll(',', '')), unit.toLowerCase())
}
