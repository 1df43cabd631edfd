import type { Candles } from '../src/domain/charts/candle.ts'
import type { IndicatorSpec } from '../src/domain/charts/indicators/spec.ts'
import { indicators, linesOf } from '../src/domain/charts/indicators.ts'
import type { Host } from '../src/engine/kernel-host.ts'
import { runTechnicals } from '../src/engine/program/technicals.ts'
import { DRAWN, drawnCandles, exampleCandles } from './example-candles.ts'

const WIDTH = 320
const HEIGHT = 180
const MARGIN = 6
/** Where the candles end when the indicator has a pane of its own. */
const SPLIT = 92
const LINES_MAX = 7

/** Read with these in place of the usual values: what the candles of the excerpt can show. */
const examples: Readonly<Record<string, Readonly<Record<string, number | string>>>> = {
  nth_candle: { range: 'hour' },
  opening_range: { range: 'hour' },
  prev_n: { candle: 'hour' },
  keltner: { period: 20, shift: 2 },
  sma: { period: 9 },
  ema: { period: 9 },
  wma: { period: 9 },
}

type Values = readonly (number | null)[]

const seriesOf = (host: Host, spec: IndicatorSpec, candles: Candles): readonly Values[] => {
  const usual = spec.params.map((param) => examples[spec.key]?.[param.name] ?? param.default)
  const requests = linesOf(spec, usual).map((params) => ({ key: spec.key, params }))
  const { results } = runTechnicals(host, { interval: '15min', give: 'columns', requests }, candles)
  return results.flatMap((answer) => {
    if (!('outputs' in answer)) throw new Error(`${spec.key}: ${answer.problem}`)
    const outputs = Object.entries(answer.outputs).filter(([name]) => name !== 'direction')
    return outputs.map(([, values]) => values.slice(-DRAWN))
  })
}

interface Scale {
  readonly x: (index: number) => number
  readonly y: (value: number) => number
}

const rounded = (value: number): number => Math.round(value * 10) / 10

const scaleOf = (values: readonly number[], top: number, bottom: number): Scale => {
  const least = Math.min(...values)
  const reach = Math.max(...values) - least || 1
  const width = (WIDTH - 2 * MARGIN) / DRAWN
  return {
    x: (index) => rounded(MARGIN + (index + 0.5) * width),
    y: (value) => rounded(bottom - ((value - least) / reach) * (bottom - top)),
  }
}

const present = (values: Values): readonly number[] => values.filter((value) => value !== null)

/** Wicks, and bodies of candles that rose and fell, as three paths. */
const candlesDrawn = ({ open, high, low, close }: Candles, { x, y }: Scale): string => {
  const strokes = (from: Float64Array, to: Float64Array, isMeant: (row: number) => boolean): string =>
    [...from].map((value, row) => (isMeant(row) ? `M${x(row)} ${y(value)}V${y(to[row] ?? 0)}` : '')).join('')
  const rose = (row: number) => (close[row] ?? 0) >= (open[row] ?? 0)
  return [
    `<path class="wick" d="${strokes(low, high, () => true)}"/>`,
    `<path class="up" d="${strokes(open, close, rose)}"/>`,
    `<path class="down" d="${strokes(open, close, (row) => !rose(row))}"/>`,
  ].join('')
}

/** A gap in the values is a gap in the line. */
const pathOf = (values: Values, { x, y }: Scale, isStepped: boolean): string =>
  values
    .map((value, index) => {
      if (value === null) return ''
      const before = values[index - 1]
      if (before === null || before === undefined) return `M${x(index)} ${y(value)}`
      return isStepped ? `H${x(index)}V${y(value)}` : `L${x(index)} ${y(value)}`
    })
    .join('')

const drawnAs = (spec: IndicatorSpec, values: Values, scale: Scale, index: number): string => {
  const shade = `l${Math.min(index, LINES_MAX - 1)}`
  switch (spec.draw) {
    case 'line':
    case 'dailyLine':
    case 'steps':
      return `<path class="${shade}" d="${pathOf(values, scale, spec.draw === 'steps')}"/>`
    case 'dots': {
      const dots = values.map((value, at) =>
        value === null ? '' : `<circle cx="${scale.x(at)}" cy="${scale.y(value)}" r="1.3"/>`,
      )
      return `<g class="dots">${dots.join('')}</g>`
    }
    case 'bars': {
      const bars = values.map((value, at) =>
        value === null ? '' : `M${scale.x(at)} ${scale.y(0)}V${scale.y(value)}`,
      )
      return `<path class="bars" d="${bars.join('')}"/>`
    }
    default:
      return spec.draw satisfies never
  }
}

/** Both themes from one file: an image has no part in the styles of the page around it. */
const style = `<style>
path{fill:none;stroke-linejoin:round}
.wick{stroke:#8a919c}.up{stroke:#067247;stroke-width:3.6}.down{stroke:#bf2b2b;stroke-width:3.6}
.wick,.up,.down{opacity:.5}
.l0,.l1,.l2,.l3,.l4,.l5,.l6{stroke:#2456c9;stroke-width:1.7}
.l1{stroke:#b45c00}.l2{stroke:#7a3fb5}.l3,.l4,.l5,.l6{stroke:#666c76;stroke-width:1.1}
.bars{stroke:#2456c9;stroke-width:3.6;opacity:.75}.dots{fill:#2456c9}.rule{stroke:#cdccc5}
@media(prefers-color-scheme:dark){.up{stroke:#3ecf8e}.down{stroke:#ff6b6b}
.l0,.bars{stroke:#7aa5ff}.dots{fill:#7aa5ff}.l1{stroke:#f0a04b}.l2{stroke:#c79bf2}.rule{stroke:#363d47}}
</style>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const pictureOf = (host: Host, spec: IndicatorSpec, all: Candles): string => {
  const candles = drawnCandles(all)
  const lines = seriesOf(host, spec, all)
  const values = lines.flatMap(present)
  if (values.length === 0) throw new Error(`${spec.key} has no value in the excerpt`)
  const prices = [...candles.high, ...candles.low]
  const isOwn = spec.pane === 'own'
  const base = spec.draw === 'bars' ? [0] : []
  const priceScale = scaleOf(
    isOwn ? prices : [...prices, ...values],
    MARGIN,
    isOwn ? SPLIT - MARGIN : HEIGHT - MARGIN,
  )
  const ownScale = isOwn ? scaleOf([...values, ...base], SPLIT + MARGIN, HEIGHT - MARGIN) : priceScale
  // The first line lies on top of the others.
  const drawn = lines.map((line, index) => drawnAs(spec, line, ownScale, index)).reverse()
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(spec.name)}">`,
    style,
    candlesDrawn(candles, priceScale),
    ...(isOwn ? [`<path class="rule" d="M0 ${SPLIT}H${WIDTH}"/>`] : []),
    ...drawn,
    '</svg>',
  ].join('\n')
}

/** One picture for each indicator by its key, drawn from the kernels over the same candles. */
export const indicatorPictures = (host: Host): Readonly<Record<string, string>> => {
  const all = exampleCandles()
  return Object.fromEntries(indicators.map((spec) => [spec.key, pictureOf(host, spec, all)]))
}
