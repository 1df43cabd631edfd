import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { encodeQuotes } from '../../src/contract/quote-frame.ts'
import { instrumentId } from '../../src/domain/instrument.ts'
import { marketStateMachine } from '../../src/machines/market-state.ts'
import { pricesMachine } from '../../src/machines/prices.ts'
import { createQuoteBook } from '../../src/market/quote-book.ts'
import { ConsoleProvider, type ViewConsole } from '../../src/views/kit/console.tsx'
import { LastPrice } from '../../src/views/kit/last-price.tsx'

const FRAME_MS = 100

/** Shows `symbols` live prices, moves all of them ten times a second, and answers the tasks longer than 50 ms. */
export const watchPrices = async (symbols: number, forMs: number) => {
  const instruments = Array.from({ length: symbols }, (_, place) => instrumentId('NSE', `SYMBOL${place}`))
  const frameOf = (round: number): ArrayBuffer =>
    encodeQuotes(
      instruments.map((instrument, place) => {
        const price = 100 + ((round * 7 + place) % 50)
        return {
          instrument,
          timestamp: Date.now() + round * FRAME_MS,
          price,
          dayOpen: 100,
          prevClose: 100,
          size: 1,
          open: price,
          high: price,
          low: price,
          close: price,
          volume: round,
          oi: 0,
          bid: price,
          ask: price,
        }
      }),
    )
  const frames = Array.from({ length: Math.ceil(forMs / FRAME_MS) }, (_, round) => frameOf(round))
  const quotes = createQuoteBook({
    hold: () => () => {},
    markOf: () => 'live',
    after: (ms, run) => setTimeout(run, ms),
  })
  const now = () => Date.now()
  // The parts of a console that a price needs.
  const console = {
    quotes,
    now,
    actors: {
      prices: createActor(pricesMachine, { input: { now } }).start(),
      marketState: createActor(marketStateMachine, { input: { now } }).start(),
    },
  } as unknown as ViewConsole
  const page = document.body.appendChild(document.createElement('div'))
  createRoot(page).render(
    <ConsoleProvider value={console}>
      {instruments.map((instrument) => (
        <LastPrice key={instrument} of={instrument} hasPercent hasArrow />
      ))}
    </ConsoleProvider>,
  )
  const nextFrame = () => new Promise((resolve) => setTimeout(resolve, FRAME_MS))
  await nextFrame()
  for (const frame of frames.slice(0, 5)) {
    quotes.write(frame)
    await nextFrame()
  }

  const tasks: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  observer.observe({ type: 'longtask' })
  const before = quotes.counts().taken
  let writeMs = 0
  for (const frame of frames.slice(5)) {
    const startedAt = performance.now()
    quotes.write(frame)
    writeMs += performance.now() - startedAt
    await nextFrame()
  }
  observer.disconnect()
  const taken = quotes.counts().taken - before
  return { tasks, taken, nanosecondsEach: (writeMs * 1e6) / taken }
}

Object.assign(window, { watchPrices })
