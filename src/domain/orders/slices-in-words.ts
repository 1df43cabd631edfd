import { formatNumber } from '../format.ts'

/** `7 orders of 1,755 and 1 of 900`; empty for one order. */
export const slicesInWords = (slices: readonly number[]): string => {
  const [first] = slices
  const last = slices.at(-1)
  if (first === undefined || last === undefined || slices.length < 2) return ''
  const full = last === first ? slices.length : slices.length - 1
  const words = `${full} ${full === 1 ? 'order' : 'orders'} of ${formatNumber(first, 0)}`
  return last === first ? words : `${words} and 1 of ${formatNumber(last, 0)}`
}
