const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
/** Thousands and lakhs: `12,345.60`, `1,23,456`. */
const GROUPED = /^[+-]?\d{1,3}(,\d{2,3})*,\d{3}(\.\d*)?$/
const SHORT = /^(\d+\.?\d*)([KMBkmb])$/
const shortened: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 }

/** NaN for anything else, `Infinity` and `0x10` too. */
export const toNumber = (text: string | undefined): number => {
  if (text === undefined) return Number.NaN
  if (NUMBER.test(text)) return Number(text)
  return GROUPED.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}

/** Empty and `-` are 0; `1.25M` is 12,50,000. */
export const toQuantity = (text: string): number => {
  if (text === '' || text === '-') return 0
  const [, digits, unit] = SHORT.exec(text) ?? []
  return digits !== undefined && unit !== undefined
    ? Math.round(Number(digits) * (shortened[unit.toLowerCase()] ?? 1))
    : toNumber(text)
}
