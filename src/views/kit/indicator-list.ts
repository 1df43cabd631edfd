import type { IndicatorGuide } from '../../domain/charts/indicator-guide.ts'
import type { IndicatorSpec } from '../../domain/charts/indicators/spec.ts'
import { indicators } from '../../domain/charts/indicators.ts'

export interface ListedIndicator {
  /** `ema(close,20)`, with default parameters. */
  readonly id: string
  readonly spec: IndicatorSpec
}

const writtenOut = ({ syntax, params }: IndicatorSpec): string => {
  const usual = params.filter(({ name }) => name !== 'offset').map((param) => param.default)
  return usual.length === 0 ? syntax : `${syntax}(${usual.join(',')})`
}

export const listedIndicators: readonly ListedIndicator[] = indicators.map((spec) => ({
  id: writtenOut(spec),
  spec,
}))

/** 0 if the name begins with the words, 1 if it holds them, 2 if only the description does; else null. */
const tierOf = ({ id, spec }: ListedIndicator, words: string, guide: IndicatorGuide): number | null => {
  const names = [spec.syntax, spec.name].map((name) => name.toLowerCase())
  if (names.some((name) => name.startsWith(words))) return 0
  if (names.some((name) => name.includes(words))) return 1
  const { description = '', tags = '', trend = '' } = guide.get(spec.syntax) ?? {}
  const others = [id, description, tags, trend]
  return others.some((text) => text.toLowerCase().includes(words)) ? 2 : null
}

/** Best first; the words are in lower case. */
export const searchIndicators = (words: string, guide: IndicatorGuide): readonly ListedIndicator[] =>
  listedIndicators
    .flatMap((one) => {
      const tier = tierOf(one, words, guide)
      return tier === null ? [] : [{ one, tier }]
    })
    .toSorted((left, right) => left.tier - right.tier)
    .map(({ one }) => one)
