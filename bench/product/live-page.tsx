import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { encodeQuotes } from '../../src/contract/quotes/quote-frame.ts'
import { formatNumber } from '../../src/domain/format.ts'
import { type InstrumentId, instrumentId } from '../../src/domain/instruments/instrument.ts'
import { marketStateMachine } from '../../src/machines/quotes/market-state.ts'
import { pricesMachine } from '../../src/machines/quotes/prices.ts'
import { createQuoteBook } from '../../src/market/quotes/quote-book.ts'
import { ConsoleProvider, type ViewConsole } from '../../src/views/kit/console.tsx'
import { LastPrice } from '../../src/views/kit/price/last-price.tsx'

const FRAME_MS = 100

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const frameAt = (instruments: readonly InstrumentId[], price: number, timestamp: number): ArrayBuffer =>
  encodeQuotes(
    instruments.map((instrument, index) => {
      const at = price + (index % 50)
      return {
        instrument,
        timestamp,
        price: at,
        dayOpen: 100,
        prevClose: 100,
        size: 1,
        open: at,
        high: at,
        low: at,
        close: at,
        volume: 1,
        oi: 0,
        bid: at,
        ask: at,
        dayHigh: at,
        dayLow: at,
      }
    }),
  )

const showPrices = (symbols: number) => {
  const instruments = Array.from({ length: symbols }, (_, index) => instrumentId('NSE', `SYMBOL${index}`))
  const quotes = createQuoteBook({
    hold: () => () => {},
    freshnessOf: () => 'live',
    after: (ms, run) => setTimeout(run, ms),
  })
  const now = () => Date.now()
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
  const frameOf = (moved: readonly InstrumentId[], round: number) =>
    frameAt(moved, 100 + ((round * 7) % 50), Date.now() + round * FRAME_MS)
  return { page, quotes, instruments, frameOf }
}

/** Moves all prices ten times a second. Returns the tasks longer than 50 ms. */
export const watchPrices = async (symbols: number, forMs: number) => {
  const { quotes, instruments, frameOf } = showPrices(symbols)
  const frames = Array.from({ length: Math.ceil(forMs / FRAME_MS) }, (_, round) =>
    frameOf(instruments, round),
  )
  const nextFrame = () => pause(FRAME_MS)
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

/** ms from writing one price until it is painted, while `symbols` others move as well. */
export const timePaints = async (symbols: number, samples: number): Promise<readonly number[]> => {
  const { page, quotes, instruments, frameOf } = showPrices(symbols)
  const [probe] = instruments
  if (probe === undefined) throw new Error('there is no price to watch')
  const others = instruments.slice(1)
  let round = 0
  const beat = setInterval(() => quotes.write(frameOf(others, ++round)), FRAME_MS)
  const times: number[] = []
  for (let sample = 0; sample < samples; sample++) {
    await pause(130 + ((sample * 37) % 170))
    const price = 1_000 + sample
    const text = formatNumber(price)
    const startedAt = performance.now()
    quotes.write(frameAt([probe], price, Date.now()))
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (page.firstElementChild?.textContent?.includes(text) !== true) return
        observer.disconnect()
        // A frame's callback runs before its paint; a message sent from it arrives after.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve()
          port2.postMessage(null)
        })
      })
      observer.observe(page, { subtree: true, childList: true, characterData: true })
    })
    times.push(performance.now() - startedAt)
  }
  clearInterval(beat)
  return times
}

Object.assign(window, { watchPrices, timePaints })
