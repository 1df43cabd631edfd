import { describe, expect, test } from 'vitest'
import { type Candles, emptyCandles } from '../../../src/domain/charts/candle.ts'
import { createCandlePlot } from '../../../src/views/charts/candle-chart/candle-plot.ts'
import type { PlotLine } from '../../../src/views/charts/candle-chart/drawn-lines.ts'
import type { ChartSpan, ChartTheme, TradeMarker } from '../../../src/views/charts/candle-chart/paint.ts'
import type { PlotLook } from '../../../src/views/charts/candle-chart/plot-layout.ts'

describe('trades on the candles', () => {
  test('stand below what is written over the chart, however high it is', () => {
    const heights = [20, 70].map((headroom) => {
      const { texts } = painted({ headroom, markers: [fill('sell', 59, 75), fill('buy', 0, 75)] })
      const sold = texts.find(({ text }) => text === 'S 75')
      const bought = texts.find(({ text }) => text === 'B 75')
      expect(sold?.y).toBeGreaterThanOrEqual(headroom + 7)
      expect(bought?.y).toBeLessThanOrEqual(HEIGHT - 22 - 7)
      return sold?.y ?? 0
    })
    expect(heights[1]).toBeGreaterThan(heights[0] ?? 0)
  })

  test.each([
    ['one fill', [fill('sell', 30, 75)], ['S 75']],
    ['equal fills of one candle', [fill('buy', 30, 75), fill('buy', 30, 75)], ['B 2 × 75']],
    ['unequal fills of one candle', [fill('buy', 30, 75), fill('buy', 30, 50)], ['B 125']],
    ['both sides of one candle', [fill('buy', 30, 75), fill('sell', 30, 75)], ['B 75', 'S 75']],
    ['two candles', [fill('buy', 30, 75), fill('buy', 31, 75)], ['B 75', 'B 75']],
  ])('share a mark where they would lie on each other: %s', (_, markers, marks) => {
    const { texts } = painted({ markers })
    expect(texts.map(({ text }) => text).filter((text) => /^[BS] /.test(text))).toEqual(marks)
  })
})

describe('what was held', () => {
  const at = (row: number) => FIRST + row * 60_000
  const shades = ({ rects }: ReturnType<typeof painted>) =>
    rects.filter(({ colour }) => colour === 'upSoft' || colour === 'downSoft')

  test('is shaded from its entry to its exit, in the colour of what it made, over the height of the candles', () => {
    const spans: readonly ChartSpan[] = [
      { from: at(10), to: at(20), tone: 'down' },
      { from: at(30), to: at(50), tone: 'up' },
    ]
    const drawn = shades(painted({ spans }))
    expect(drawn.map(({ colour }) => colour)).toEqual(['downSoft', 'upSoft'])
    const [lost, won] = drawn
    expect((won?.width ?? 0) / (lost?.width ?? 0)).toBeCloseTo(2)
    expect(won?.height).toBeGreaterThan(HEIGHT * 0.9)
  })

  test('is shaded up to the newest candle while it is held', () => {
    const [half, open] = [
      shades(painted({ spans: [{ from: at(0), to: at(30), tone: 'up' }] })),
      shades(painted({ spans: [{ from: at(0), to: null, tone: 'up' }] })),
    ]
    expect((open[0]?.width ?? 0) / (half[0]?.width ?? 0)).toBeCloseTo(2)
  })
})

describe('an indicator below the candles', () => {
  test('has its levels across the pane, named on the axis, in sight though its values are between them', () => {
    const { texts, dashes } = painted({ lines: [line({ levels: [30, 70], values: rising(45, 55) })] })
    const named = texts.filter(({ text }) => text === '30' || text === '70')
    expect(named.map(({ text }) => text)).toEqual(['30', '70'])
    expect(dashes.length).toEqual(2)
    for (const [index, { y }] of named.entries()) expect(isOnePixel(dashes[index], y)).toEqual(true)
  })

  test('has the value of its first line on the axis', () => {
    const values = rising(45, 55.25)
    values.fill(Number.NaN, 58)
    const { texts } = painted({ lines: [line({ values }), line({ values: rising(1, 2) })] })
    expect(
      texts.filter(({ text }) => /\.\d\d$/.test(text) && Number(text) < 60).map(({ text }) => text),
    ).toEqual([values[57]?.toFixed(2)])
  })

  test('that is drawn as bars stands on zero, in one colour above and another below', () => {
    const { rects } = painted({
      lines: [
        line({ draw: 'bars', levels: [0], values: rising(-3, 3), colour: 'above', colourBelow: 'below' }),
      ],
    })
    const above = rects.filter(({ colour }) => colour === 'above')
    const below = rects.filter(({ colour }) => colour === 'below')
    expect([above.length, below.length]).toEqual([30, 30])
    const zero = Math.max(...above.map(({ y, height }) => y + height))
    for (const bar of above) expect(isOnePixel(bar.y + bar.height, zero)).toEqual(true)
    for (const bar of below) expect(isOnePixel(bar.y, zero)).toEqual(true)
  })

  test('that holds levels is broken where one ends', () => {
    const values = new Float64Array(60).map((_, row) => (row < 30 ? 100 : 120))
    const { strokes } = painted({ lines: [line({ draw: 'steps', pane: 'price', values, colour: 'step' })] })
    const path = strokes.find(({ colour }) => colour === 'step')?.path ?? []
    expect(path.filter(({ to }) => to === 'move').length).toEqual(2)
    let last = path[0]
    for (const point of path.slice(1)) {
      if (point.to === 'line') expect(point.y).toBeCloseTo(last?.y ?? 0)
      last = point
    }
  })

  test.each([
    ['each trading day of a daily line', 'dailyLine', 60_000, 2],
    ['nothing of a daily line over daily candles', 'dailyLine', 86_400_000, 1],
    ['nothing of another line', 'line', 60_000, 1],
  ] as const)('%s is drawn by itself', (_, draw, spacing, parts) => {
    const { strokes } = painted({
      spacing,
      // The 31st candle is the first of the next day.
      nightAfter: 30,
      lines: [line({ draw, pane: 'price', values: rising(100, 120), colour: 'daily' })],
    })
    const path = strokes.find(({ colour }) => colour === 'daily')?.path ?? []
    expect(path.filter(({ to }) => to === 'move').length).toEqual(parts)
  })

  test.each([
    ['near the candles is in sight', 190, true],
    ['far from them leaves them their height', 400, false],
  ])('that holds a level %s', (_, level, isVisible) => {
    const values = new Float64Array(ROWS).fill(level)
    const { strokes } = painted({
      lines: [line({ draw: 'steps', pane: 'price', values, colour: 'step' }), line({ colour: 'other' })],
    })
    const drawn = strokes.find(({ colour }) => colour === 'step')
    const other = strokes.find(({ colour }) => colour === 'other')
    expect((drawn?.path[0]?.y ?? Number.NaN) > 0).toEqual(isVisible)
    // Neither is drawn where the other is.
    expect(drawn?.clip.bottom).toEqual(other?.clip.top)
  })

  test.each(['dots', 'marks'] as const)('that has %s draws one on each candle', (draw) => {
    const { arcs } = painted({ lines: [line({ draw, pane: 'price', values: rising(100, 120) })] })
    expect(arcs).toEqual(60)
  })
})

describe('an area between two lines', () => {
  const edge = (side: 'upper' | 'lower', values: Float64Array, isCloud = false): PlotLine =>
    line({ pane: 'price', values, colour: side, edge: { of: 'bands', side, isCloud } })
  const fillsOf = (lines: readonly PlotLine[]) =>
    painted({ lines }).fills.filter(({ path }) => path.length > 4)

  test('is filled in the colour of the upper one, from end to end', () => {
    const [area, ...others] = fillsOf([edge('lower', rising(100, 150)), edge('upper', rising(110, 160))])
    expect([area?.colour, area?.path.length, others.length]).toEqual(['upper', 2 * ROWS, 0])
  })

  test('of a cloud has another colour where the lines cross, and none where one has no value', () => {
    const falling = rising(160, 110)
    const gap = rising(110, 160).map((value, row) => (row === 10 ? Number.NaN : value))
    const areas = fillsOf([edge('upper', gap, true), edge('lower', falling, true)])
    expect(areas.map(({ colour }) => colour)).toEqual(['down', 'down', 'up'])
  })

  test('is not filled while its other line is missing', () => {
    expect(fillsOf([edge('upper', rising(110, 160))])).toEqual([])
  })
})

test('a look that is what it was asks for no frame, another one asks for one', () => {
  let frames = 0
  const plot = createCandlePlot({
    pens: { base: null, live: null, over: null },
    pixelRatio: () => 1,
    theme: () => ({}) as ChartTheme,
    nextFrame: () => {
      frames++
      return () => {}
    },
    timeInWords: String,
    read: () => {},
    placed: () => {},
    nearStart: () => {},
  })
  plot.set({ headroom: 0, type: 'candles' })
  expect(frames).toEqual(0)
  plot.set({ headroom: 20 })
  expect(frames).toEqual(1)
})

describe('chart types', () => {
  const bodies = (look: Partial<PlotLook>) =>
    painted({ look, headroom: 0 }).rects.filter(({ colour }) => colour === 'up' || colour === 'down')

  test('candles have a wick and a body each, bars a stroke at the open and one at the close', () => {
    expect(bodies({ type: 'candles' })).toHaveLength(2 * ROWS)
    expect(bodies({ type: 'bars' })).toHaveLength(3 * ROWS)
  })

  test('hollow candles are empty where they closed above their open', () => {
    const { rects } = painted({ look: { type: 'hollow' }, headroom: 0 })
    const inner = rects.filter(({ colour, width }) => colour === 'surface' && width < 100)
    expect(inner).toHaveLength(ROWS)
    expect(bodies({ type: 'hollow' })).toHaveLength(2 * ROWS)
  })

  test('a line goes through every close and draws no candle', () => {
    const { strokes, rects } = painted({ look: { type: 'line' }, headroom: 0 })
    const path = strokes.filter(({ colour }) => colour === 'first').flatMap((stroke) => stroke.path)
    expect(new Set(path.map(({ x }) => x)).size).toEqual(ROWS)
    expect(rects.filter(({ colour }) => colour === 'up' || colour === 'down')).toHaveLength(0)
  })

  test('an axis in percent begins with the first candle in sight, and its tag says how far the last close is', () => {
    const texts = painted({ look: { scale: 'percent' }, headroom: 0 }).texts.map(({ text }) => text)
    // From 101 to 160.
    expect(texts).toContain('+58.42%')
    expect(texts.some((text) => /^[+−]?\d+\.00%$/.test(text))).toEqual(true)
  })

  test('Heikin-Ashi candles keep the price of now on the axis', () => {
    const texts = painted({ look: { type: 'heikinAshi' }, headroom: 0 }).texts.map(({ text }) => text)
    expect(texts).toContain('160.00')
  })
})

/** Lines are drawn on whole pixels. */
const isOnePixel = (one = Number.NaN, other: number): boolean => Math.abs(one - other) <= 1

const ROWS = 60
const HEIGHT = 400
const FIRST = Date.parse('2026-11-23T09:15:00+05:30')

const fill = (side: 'buy' | 'sell', row: number, quantity: number): TradeMarker => ({
  at: FIRST + row * 60_000,
  price: 100,
  side,
  quantity,
})

const rising = (from: number, to: number): Float64Array =>
  new Float64Array(ROWS).map((_, row) => from + ((to - from) * row) / (ROWS - 1))

const line = (of: Partial<PlotLine>): PlotLine => ({
  values: rising(1, 2),
  pane: 'own',
  draw: 'line',
  colour: 'own',
  colourBelow: 'own',
  levels: [],
  ...of,
})

/** Every close is higher than the one before. */
const candles = ({ spacing = 60_000, nightAfter = ROWS }: Pick<Given, 'spacing' | 'nightAfter'>): Candles => {
  const columns = emptyCandles(ROWS)
  for (let row = 0; row < ROWS; row++) {
    columns.time[row] = FIRST + row * spacing + (row < nightAfter ? 0 : 86_400_000)
    columns.open[row] = 100 + row
    columns.high[row] = 102 + row
    columns.low[row] = 99 + row
    columns.close[row] = 101 + row
  }
  return columns
}

interface Given {
  readonly headroom?: number
  readonly look?: Partial<PlotLook>
  readonly markers?: readonly TradeMarker[]
  readonly spans?: readonly ChartSpan[]
  readonly lines?: readonly PlotLine[]
  /** Milliseconds between candles. */
  readonly spacing?: number
  /** How many candles are before the night. */
  readonly nightAfter?: number
}

/** What one frame of the drawing puts on its lowest layer. */
const painted = ({ headroom = 20, look = {}, markers = [], spans = [], lines = [], ...times }: Given) => {
  const { pen, drawn } = recordingPen()
  const waiting: (() => void)[] = []
  const plot = createCandlePlot({
    pens: { base: pen, live: null, over: null },
    pixelRatio: () => 1,
    theme: () =>
      ({
        boldFont: '',
        font: '',
        surface: 'surface',
        series: ['first'],
        up: 'up',
        down: 'down',
        upSoft: 'upSoft',
        downSoft: 'downSoft',
      }) as unknown as ChartTheme,
    nextFrame: (run) => {
      waiting.push(run)
      return () => {}
    },
    timeInWords: String,
    read: () => {},
    placed: () => {},
    nearStart: () => {},
  })
  plot.resize({ width: 800, height: HEIGHT })
  plot.setCandles('one', candles(times))
  plot.set({ headroom, ...look })
  plot.setMarks({ markers, spans, days: null })
  plot.setLines(lines)
  for (const run of waiting.splice(0)) run()
  plot.fit()
  drawn.texts.length = 0
  drawn.rects.length = 0
  drawn.dashes.length = 0
  drawn.strokes.length = 0
  drawn.fills.length = 0
  drawn.arcs = 0
  for (const run of waiting.splice(0)) run()
  return drawn
}

interface Point {
  readonly to: 'move' | 'line'
  readonly x: number
  readonly y: number
}

const recordingPen = () => {
  const drawn = {
    texts: [] as { text: string; y: number }[],
    rects: [] as { colour: string; y: number; width: number; height: number }[],
    /** Heights of dashed lines that cross the drawing, but for the price of now. */
    dashes: [] as number[],
    strokes: [] as { colour: string; path: Point[]; clip: { top: number; bottom: number } }[],
    fills: [] as { colour: string; path: Point[] }[],
    arcs: 0,
  }
  let dash: readonly number[] = []
  let path: Point[] = []
  let clip = { top: 0, bottom: 0 }
  const own = {
    fillStyle: '',
    strokeStyle: '',
    setLineDash: (next: readonly number[]) => {
      dash = next
    },
    beginPath: () => {
      path = []
    },
    moveTo: (x: number, y: number) => path.push({ to: 'move', x, y }),
    lineTo: (x: number, y: number) => path.push({ to: 'line', x, y }),
    rect: (_x: number, y: number, _width: number, height: number) => {
      clip = { top: y, bottom: y + height }
    },
    arc: () => {
      drawn.arcs++
    },
    fill: () => {
      drawn.fills.push({ colour: own.fillStyle, path })
    },
    stroke: () => {
      drawn.strokes.push({ colour: own.strokeStyle, path, clip })
      if (dash.join() === '3,3')
        drawn.dashes.push(...path.filter(({ to }) => to === 'move').map(({ y }) => y))
    },
    fillRect: (_x: number, y: number, width: number, height: number) =>
      drawn.rects.push({ colour: own.fillStyle, y, width, height }),
    fillText: (text: string, _x: number, y: number) => drawn.texts.push({ text, y }),
    measureText: (text: string) => ({ width: text.length * 6 }),
  }
  // What is not recorded is drawn on nothing.
  const pen = new Proxy(own, {
    get: (target, name) => (name in target ? target[name as keyof typeof target] : () => {}),
    set: (target, name, value) => Reflect.set(target, name, value),
  }) as unknown as CanvasRenderingContext2D
  return { pen, drawn }
}
