import type { ParamSpec } from '../src/domain/charts/indicators/spec.ts'
import { imageOf, indicators } from '../src/domain/charts/indicators.ts'
import { analysisOf, textsOf } from './indicator-file.ts'

const param = (spec: ParamSpec): string =>
  spec.type === 'dropdown'
    ? `${spec.name} ${spec.options.map((option) => (option === spec.default ? `**${option}**` : option)).join(', ')}`
    : `${spec.name} **${spec.default}** (${spec.min} to ${spec.max})`

const markets = { trending: 'markets with a trend', ranging: 'markets without a trend', any: 'any market' }

/** Every indicator, from the catalogue. */
export const indicatorsPage = (): string =>
  [
    '# Indicators',
    '',
    'Printed from `src/domain/charts/indicators.ts` and, for the descriptions, `docs/indicator-texts.ts`. Parameters are written in this order; defaults are bold and optional.',
    '',
    'The pictures are drawn by the engine itself, and the first value is counted with the defaults.',
    '',
    '| written | name | params | what it is | how it looks | |',
    '|---|---|---|---|---|---|',
    ...indicators.map((row) => {
      const { description, trend } = textsOf(row)
      return `| \`${row.syntax}\` | ${row.name} | ${row.params.map(param).join('; ') || 'none'} | ${description} For ${markets[trend]}. | ${analysisOf(row)} | ![${row.name}](../public${imageOf(row)}) |`
    }),
    '',
  ].join('\n')
