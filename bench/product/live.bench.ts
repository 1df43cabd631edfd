import { decodeQuotes, encodeQuotes, type QuoteTick } from '../../src/contract/quotes/quote-frame.ts'
import { instrumentId } from '../../src/domain/instruments/instrument.ts'
import { createQuoteBook } from '../../src/market/quotes/quote-book.ts'
import { browserPath, launchBrowser } from '../../tests/support/browser/browser.ts'
import { span } from '../brief.ts'
import type { Report } from '../report.ts'
import { builtPage } from './built-page.ts'

const SYMBOLS = 500
const WATCHED_MS = span(10_000)
const ROUNDS = 200
const PAINTED_SYMBOLS = 100
const PAINTS = 100

const instruments = Array.from({ length: SYMBOLS }, (_, index) => instrumentId('NSE', `SYMBOL${index}`))

const ticksOf = (round: number): readonly QuoteTick[] =>
  instruments.map((instrument, index) => {
    const price = 1_000 + ((round * 7 + index) % 50)
    const flat = { open: price, high: price, low: price, close: price, bid: price, ask: price }
    const others = {
      dayOpen: 100,
      dayHigh: price,
      dayLow: price,
      prevClose: 100,
      size: 1,
      volume: round,
      oi: 0,
    }
    return { instrument, timestamp: round + 1, price, ...flat, ...others }
  })

const compareDecoding = async (report: Report): Promise<void> => {
  const frames = Array.from({ length: ROUNDS }, (_, round) => encodeQuotes(ticksOf(round)))
  await report.compare({
    name: `${ROUNDS} frames of ${SYMBOLS} quotes into the book`,
    runs: 20,
    goal: null,
    goalRatio: 1,
    ours: () => {
      const book = createQuoteBook({ hold: () => () => {}, freshnessOf: () => 'live', after: () => {} })
      for (const instrument of instruments) book.watch(instrument, () => {})
      for (const frame of frames) book.write(frame)
      if (book.counts().taken !== ROUNDS * SYMBOLS) throw new Error('the book has not taken every quote')
    },
    peers: {
      'objects in a map': () => {
        const quotes = new Map<string, QuoteTick>()
        for (const frame of frames) for (const tick of decodeQuotes(frame)) quotes.set(tick.instrument, tick)
        if (quotes.size !== SYMBOLS) throw new Error('the map has not taken every quote')
      },
    },
  })
}

interface Watched {
  readonly tasks: readonly number[]
  readonly taken: number
  readonly nanosecondsEach: number
}

const watchInBrowser = async (report: Report): Promise<void> => {
  const { script } = await builtPage('live-page.tsx', 'live')
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: script })
    const { tasks, taken, nanosecondsEach } = await page.evaluate(
      ([symbols, forMs]) =>
        (
          window as unknown as { watchPrices: (symbols: number, forMs: number) => Promise<Watched> }
        ).watchPrices(symbols, forMs),
      [SYMBOLS, WATCHED_MS] as const,
    )
    report.note(`${SYMBOLS} prices on screen, all of them moving ten times a second: ${taken} quotes`)
    report.value({ name: 'tasks over 50 ms', unit: '', value: tasks.length, goal: 0 })
    report.value({ name: 'longest of them', unit: 'ms', value: Math.max(0, ...tasks), goal: 50 })
    report.value({ name: 'one quote into the book', unit: 'ns', value: nanosecondsEach, goal: null })

    const second = await browser.newPage()
    await second.addScriptTag({ content: script })
    const paints = await second.evaluate(
      ([symbols, samples]) =>
        (
          window as unknown as { timePaints: (symbols: number, samples: number) => Promise<number[]> }
        ).timePaints(symbols, samples),
      [PAINTED_SYMBOLS, PAINTS] as const,
    )
    const ordered = paints.toSorted((left, right) => left - right)
    report.note(
      `one of ${PAINTED_SYMBOLS} prices at odd moments, ${PAINTS} times, the batch of 100 ms included`,
    )
    const share = (part: number) => ordered[Math.floor(ordered.length * part)] ?? Number.NaN
    report.value({ name: 'frame to painted price, p50', unit: 'ms', value: share(0.5), goal: null })
    report.value({ name: 'frame to painted price, p95', unit: 'ms', value: share(0.95), goal: 120 })
  } finally {
    await browser.close()
  }
}

export const bench = async (report: Report): Promise<void> => {
  await compareDecoding(report)
  if (browserPath === null) report.note('left out: no Chromium on this machine')
  else await watchInBrowser(report)
}
