export const NO_FIGURE = '–'
const MINUS = '−'

/** Indian digit grouping and a real minus sign: 1,23,456.70. Null and non-finite numbers are an en dash. */
export const formatNumber = (value: number | null, decimals = 2): string => {
  if (value === null || !Number.isFinite(value)) return NO_FIGURE
  const digits = Math.abs(value).toFixed(decimals)
  const isNegative = value < 0 && Number(digits) !== 0
  const point = digits.indexOf('.')
  const whole = point < 0 ? digits : digits.slice(0, point)
  const fraction = point < 0 ? '' : digits.slice(point)
  return (isNegative ? MINUS : '') + groupDigits(whole) + fraction
}

export const formatSigned = (value: number | null, decimals = 2): string => {
  const text = formatNumber(value, decimals)
  return value !== null && value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

export const formatRupees = (value: number | null, decimals = 2): string =>
  withRupee(formatNumber(value, decimals))

export const formatSignedRupees = (value: number | null, decimals = 2): string =>
  withRupee(formatSigned(value, decimals))

/** `1 trade`, `1,200 trades`. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count, 0)} ${count === 1 ? one : many}`

/** `1 point`, `12.5 points` */
export const formatPoints = (points: number): string => `${points} ${points === 1 ? 'point' : 'points'}`

export const formatLots = (lots: number): string =>
  `${formatNumber(lots, Number.isInteger(lots) ? 0 : 2)} ${lots === 1 ? 'lot' : 'lots'}`

/** The value is percent already: 12.5 is `12.50%`. */
export const formatPercent = (value: number | null, decimals = 2): string => {
  const text = formatNumber(value, decimals)
  return text === NO_FIGURE ? text : `${text}%`
}

export const formatSignedPercent = (value: number | null, decimals = 2): string => {
  const text = formatSigned(value, decimals)
  return text === NO_FIGURE ? text : `${text}%`
}

const units = [
  { size: 1e7, name: 'Cr' },
  { size: 1e5, name: 'L' },
  { size: 1e3, name: 'K' },
] as const

/** K from 1e3, L from 1e5, Cr from 1e7, with two decimals. */
export const formatCompact = (value: number | null): string => {
  if (value === null || !Number.isFinite(value)) return NO_FIGURE
  const unit = units.find(({ size }) => Math.abs(value) >= size)
  if (unit !== undefined) return `${formatNumber(value / unit.size, 2)} ${unit.name}`
  return formatNumber(value, Number.isInteger(value) ? 0 : 2)
}

/** `+1.48 Cr`, `−67`; 0 has no sign. */
export const formatSignedCompact = (value: number | null): string =>
  value === null || value === 0
    ? formatCompact(value)
    : `${value < 0 ? '−' : '+'}${formatCompact(Math.abs(value))}`

export const formatCompactRupees = (value: number | null): string => withRupee(formatCompact(value))

const groupDigits = (whole: string): string => {
  if (whole.length <= 3) return whole
  let text = whole.slice(-3)
  for (let end = whole.length - 3; end > 0; end -= 2) {
    text = `${whole.slice(Math.max(0, end - 2), end)},${text}`
  }
  return text
}

const withRupee = (text: string): string => {
  if (text === NO_FIGURE) return text
  const sign = /^[+−]/.exec(text)?.[0] ?? ''
  return `${sign}₹${text.slice(sign.length)}`
}
