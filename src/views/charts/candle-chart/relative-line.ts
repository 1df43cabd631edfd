import type { DrawnLine } from './paint-lines.ts'
import type { PriceScale } from './plot-layout.ts'

/** Puts a line of another instrument on the close of the first candle in sight that both have; 1 for other lines, NaN for none. */
export const factorOf = (
  { isRelative, column: { values } }: Pick<DrawnLine, 'isRelative' | 'column'>,
  close: Float64Array,
  from: number,
  to: number,
): number => {
  if (isRelative !== true) return 1
  for (let row = from; row < to; row++) {
    const [own, other] = [close[row] ?? Number.NaN, values[row] ?? Number.NaN]
    if (own > 0 && other > 0) return own / other
  }
  return Number.NaN
}

export const scaledBy = (scale: PriceScale, factor: number): PriceScale =>
  factor === 1
    ? scale
    : Object.assign((value: number) => scale(value * factor), {
        invert: (pixels: number) => scale.invert(pixels) / factor,
        domain: () => scale.domain().map((price) => price / factor),
      })
