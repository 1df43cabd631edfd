import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { indicatorFile, warmUpOf } from '../../../docs/indicator-file.ts'
import { indicatorPictures } from '../../../docs/indicator-pictures.ts'
import { findIndicator, imageOf, indicators } from '../../../src/domain/charts/indicators.ts'
import { parseOperand } from '../../../src/domain/strategies/condition/parse.ts'
import { engineHost } from '../../support/engine/engines.ts'

const folder = join(import.meta.dirname, '../../../public')
const served = (path: string): string => readFileSync(join(folder, path), 'utf8').trimEnd()
const pictures = indicatorPictures(await engineHost('GetTechnicals'))

/** Names the product description gives a picture to. */
const pictured =
  'sma ema day_high day_low bollinger_upper bollinger_lower bollinger_modified adx cci macd moving_average_volume nth_candle opening_range parabolic_sar rsi prev_n supertrend volume'.split(
    ' ',
  )

describe('the indicator file', () => {
  const [header = [], ...rows] = Papa.parse<string[]>(served('indicators/indicators.csv'), {
    skipEmptyLines: true,
  }).data

  test('is what the catalogue prints', () => {
    expect(served('indicators/indicators.csv')).toBe(indicatorFile())
  })
  test('has the columns of the description and a full row for every indicator', () => {
    expect(header).toEqual(
      'Indicator,Condition,Category,Description,Sub Category,Tags,Trend,Analysis'.split(','),
    )
    expect(rows.filter((row) => row.length !== header.length || row.includes(''))).toEqual([])
    expect(rows.map(([name]) => name)).toEqual(indicators.map(({ name }) => name))
  })
  test('writes each as a condition reads it', () => {
    for (const [, written = ''] of rows) {
      const read = parseOperand(written)
      const tree = read.ok && read.tree.kind === 'indicator' ? read.tree : null
      expect([written, tree?.params]).toEqual([
        written,
        findIndicator(tree?.key ?? '')?.params.map((param) => param.default),
      ])
    }
  })
  test.each([
    ['sma', 19],
    ['rsi', 14],
    ['macd', 25],
    ['adx', 27],
    ['hull_ma', 22],
    ['alligator', 20],
    ['ichimoku', 8],
    ['close', 0],
  ])('says that %s has its first value after %i candles, as its definition does', (key, candles) => {
    const spec = findIndicator(key)
    expect(spec && warmUpOf(spec)).toBe(candles)
  })
})

describe('the pictures', () => {
  test('are drawn by the engine that is shipped, one for each indicator, each a few kilobytes', () => {
    expect(Object.keys(pictures)).toEqual(indicators.map(({ key }) => key))
    for (const spec of indicators) {
      const file = served(imageOf(spec))
      expect([spec.key, file]).toEqual([spec.key, pictures[spec.key]?.trimEnd()])
      expect(file.length).toBeLessThan(8_192)
      expect(file).not.toContain('NaN')
    }
    const extra = readdirSync(join(folder, 'indicators')).filter(
      (name) => name.endsWith('.svg') && findIndicator(name.slice(0, -4)) === null,
    )
    expect(extra).toEqual([])
  })
  test('are there for all that the description names', () => {
    expect(pictured.filter((key) => !existsSync(join(folder, `indicators/${key}.svg`)))).toEqual([])
  })
})
