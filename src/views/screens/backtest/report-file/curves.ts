import { formatSignedRupees } from '../../../../domain/format.ts'
import { toIstDate } from '../../../../domain/time.ts'
import type { EquityPoint } from '../../../charts/equity-chart.tsx'
import { thin } from '../../../charts/thin.ts'

const POINTS_MAX = 800
const WIDTH = 1000
const EQUITY_HEIGHT = 240
const DRAWDOWN_HEIGHT = 110
const PAD = 18

/** Two drawings of the same span; empty without two points. */
export const curvesOf = (points: readonly EquityPoint[]): string => {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2)
    return '<p class="note">No equity curve: no trades.</p>'
  const span = last.at - first.at || 1
  const xOf = (at: number) => (((at - first.at) / span) * WIDTH).toFixed(1)
  const dates = `${label(0, 'start', toIstDate(first.at))}${label(WIDTH, 'end', toIstDate(last.at))}`
  const ends = { dates, xOf, span: `${toIstDate(first.at)} to ${toIstDate(last.at)}` }
  return `${equityDrawing(points, ends)}${drawdownDrawing(points, ends)}`
}

interface Ends {
  readonly dates: string
  readonly xOf: (at: number) => string
  readonly span: string
}

const label = (x: number, anchor: 'start' | 'end', text: string, y = -4): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`

const rupees = (value: number): string => formatSignedRupees(value, 0)

const equityDrawing = (points: readonly EquityPoint[], { dates, xOf, span }: Ends): string => {
  const values = points.map(({ equity }) => equity)
  const [low, high] = [values.reduce(lesser, 0), values.reduce(greater, 0)]
  const yOf = (value: number) =>
    (EQUITY_HEIGHT - ((value - low) / (high - low || 1)) * EQUITY_HEIGHT).toFixed(1)
  const path = thin(points, POINTS_MAX, ({ equity }) => equity)
    .map(({ at, equity }, index) => `${index === 0 ? 'M' : 'L'}${xOf(at)} ${yOf(equity)}`)
    .join('')
  const end = points.at(-1)?.equity ?? 0
  return drawing({
    title: `Equity, ${span}: ends at ${rupees(end)}, highest ${rupees(high)}, lowest ${rupees(low)}`,
    height: EQUITY_HEIGHT,
    body: `${dates}<path class="axis" d="M0 ${yOf(0)}H${WIDTH}"/><path class="equity" d="${path}"/>`,
  })
}

const drawdownDrawing = (points: readonly EquityPoint[], { xOf, span }: Ends): string => {
  const deepest = points.map(({ drawdown }) => drawdown).reduce(lesser, 0)
  const yOf = (value: number) => ((value / (deepest || -1)) * DRAWDOWN_HEIGHT).toFixed(1)
  const path = thin(points, POINTS_MAX, ({ drawdown }) => drawdown)
    .map(({ at, drawdown }) => `L${xOf(at)} ${yOf(drawdown)}`)
    .join('')
  return drawing({
    title: `Drawdown, ${span}: deepest ${rupees(deepest)}`,
    height: DRAWDOWN_HEIGHT,
    body: `<path class="axis" d="M0 0H${WIDTH}"/><path class="drawdown" d="M0 0${path}L${WIDTH} 0Z"/>`,
  })
}

const lesser = (one: number, other: number): number => Math.min(one, other)
const greater = (one: number, other: number): number => Math.max(one, other)

interface Drawing {
  readonly title: string
  readonly height: number
  readonly body: string
}

const drawing = ({ title, height, body }: Drawing): string =>
  `<figure><figcaption>${title}</figcaption><svg viewBox="0 ${-PAD} ${WIDTH} ${height + PAD}" role="img" aria-label="${title}">${body}</svg></figure>`
