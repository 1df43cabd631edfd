import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Freshness } from '../../../src/domain/quotes/quote-age.ts'
import { fundsMachine, type PositionEntry } from '../../../src/machines/positions/books.ts'
import { marketStateMachine } from '../../../src/machines/quotes/market-state.ts'
import { pricesMachine } from '../../../src/machines/quotes/prices.ts'
import { createQuoteBook } from '../../../src/market/quotes/quote-book.ts'
import { ConsoleProvider, type ViewConsole } from '../../../src/views/kit/console.tsx'
import { useLastPrice } from '../../../src/views/kit/hooks/use-quote.ts'
import { LastPrice } from '../../../src/views/kit/price/last-price.tsx'
import { DayPnl, PositionTiles } from '../../../src/views/screens/positions/position-totals.tsx'
import { findBarriers } from '../../support/barriers.ts'
import { frame, instrument, TEN_O_CLOCK } from '../../support/server/live.ts'

const INFY = instrument('NSE_INFY')
const TCS = instrument('NSE_TCS')

const start = () => {
  const state = { freshness: 'live' as Freshness, now: TEN_O_CLOCK }
  const held: InstrumentId[] = []
  const batches: (() => void)[] = []
  const quotes = createQuoteBook({
    hold: (id) => {
      held.push(id)
      return () => held.splice(held.indexOf(id), 1)
    },
    freshnessOf: () => state.freshness,
    after: (_, run) => batches.push(run),
  })
  const now = () => state.now
  // The parts of a console that prices need; nothing else of it is asked for.
  const console = {
    quotes,
    now,
    actors: {
      prices: createActor(pricesMachine, { input: { now } }).start(),
      marketState: createActor(marketStateMachine, { input: { now } }).start(),
      funds: createActor(fundsMachine),
    },
  } as unknown as ViewConsole
  const batch = () =>
    act(() => {
      for (const run of batches.splice(0)) run()
    })
  return { console, quotes, held, state, batch }
}

let bench: ReturnType<typeof start>
beforeEach(() => {
  bench = start()
})

const show = (node: React.ReactNode) =>
  render(<ConsoleProvider value={bench.console}>{node}</ConsoleProvider>)

describe('a live price', () => {
  test('follows the book and subscribes for as long as it is shown', () => {
    const { container, unmount } = show(<LastPrice of={INFY} hasPercent hasArrow />)
    expect([container.textContent, [...new Set(bench.held)]]).toEqual(['––', [INFY]])
    bench.quotes.write(frame('NSE_INFY 110'))
    bench.batch()
    expect(container.textContent).toEqual('110.00+10.00%')
    unmount()
    expect(bench.held).toEqual([])
  })

  test('renders its own cell and no other', () => {
    const renders: string[] = []
    const Cell = ({ of }: { readonly of: InstrumentId }) => {
      renders.push(of)
      return <b>{useLastPrice(of)}</b>
    }
    show(
      <>
        <Cell of={INFY} />
        <Cell of={TCS} />
      </>,
    )
    renders.length = 0
    bench.quotes.write(frame('NSE_TCS 99'))
    bench.quotes.write(frame('NSE_TCS 98'))
    bench.batch()
    expect([renders, screen.getByText('98').tagName]).toEqual([[TCS], 'B'])
  })

  test.each<[Freshness, boolean, string]>([
    ['live', false, '110.00+10.00%'],
    ['closed', false, '110.00+10.00%'],
    ['stale', true, '110.0012 s old'],
    ['noData', true, '110.0012 s old'],
  ])('that is %s is greyed: %s, and reads %s', (freshness, isStale, text) => {
    bench.state.freshness = freshness
    bench.state.now = TEN_O_CLOCK + 12_000
    const { container } = show(<LastPrice of={INFY} hasPercent hasArrow />)
    bench.quotes.write(frame('NSE_INFY 110'))
    bench.batch()
    const stale = container.querySelector('[data-stale]')
    expect([stale !== null, container.textContent, container.querySelectorAll('svg').length]).toEqual([
      isStale,
      text,
      1,
    ])
  })

  test('greys when the feed goes away and is itself again when it is back', () => {
    const { container } = show(<LastPrice of={INFY} hasPercent />)
    bench.quotes.write(frame('NSE_INFY 110'))
    bench.batch()
    act(() => bench.quotes.silence())
    expect(container.textContent).toEqual('110.000 s old')
    bench.quotes.write(frame('NSE_INFY 110'))
    bench.batch()
    expect(container.textContent).toEqual('110.00+10.00%')
  })

  test('is no live region and has no barrier that axe knows', async () => {
    bench.state.freshness = 'stale'
    const { container } = show(
      <main>
        <h1>Prices</h1>
        <LastPrice of={INFY} hasPercent />
      </main>,
    )
    bench.quotes.write(frame('NSE_INFY 110'))
    bench.batch()
    expect(container.querySelectorAll('[aria-live], [role=status], [role=alert]').length).toEqual(0)
    expect(await findBarriers()).toEqual([])
  })

  test('flashes once at a time, however often it moves', () => {
    const { container } = show(<LastPrice of={INFY} />)
    const flash = () => container.querySelector('[data-flash]')?.getAttribute('data-flash') ?? null
    bench.quotes.write(frame('NSE_INFY 110'))
    bench.batch()
    const first = flash()
    bench.quotes.write(frame('NSE_INFY 109'))
    bench.batch()
    bench.quotes.write(frame('NSE_INFY 111'))
    bench.batch()
    expect([first, flash()]).toEqual([null, 'down'])
  })
})

describe('the P&L of the day', () => {
  // What the sum needs of a position.
  const position = (sym: InstrumentId) =>
    ({
      sym,
      quantity: 1,
      multiplier: 1,
      lastPrice: 100,
      averagePrice: 100,
      pnl: 0,
      m2m: 0,
    }) as Partial<PositionEntry> as PositionEntry
  const positions = [position(INFY), position(TCS)]

  test('says that it is not of now as long as one of its prices never came', async () => {
    const { container } = show(<DayPnl positions={positions} isKnown />)
    bench.quotes.write(frame('NSE_INFY 110'))
    bench.batch()
    await screen.findByText('+₹10.00')
    const marked = [screen.queryAllByText('day P&L, stale prices').length, isGrey(container)]
    bench.quotes.write(frame('NSE_TCS 100'))
    bench.batch()
    await screen.findByText('day P&L')
    expect([marked, isGrey(container)]).toEqual([[1, true], false])
  })

  test('says so again where a price that was known is watched anew and does not come', async () => {
    const { unmount } = show(<DayPnl positions={positions} isKnown />)
    bench.quotes.write(frame('NSE_INFY 110, NSE_TCS 100'))
    bench.batch()
    await screen.findByText('day P&L')
    unmount()
    show(<DayPnl positions={positions} isKnown />)
    await screen.findByText('day P&L, stale prices')
  })

  const isGrey = (container: HTMLElement): boolean => container.querySelector('[data-stale]') !== null
})

describe('the totals of positions', () => {
  // What the tiles need of a position.
  const position = (of: Partial<PositionEntry>) =>
    ({
      sym: INFY,
      multiplier: 1,
      lastPrice: 100,
      unrealised: 0,
      realised: 0,
      charges: 0,
      ...of,
    }) as PositionEntry

  test.each([
    { of: 'all open', positions: [{ quantity: 1, unrealised: 5, pnl: 5, m2m: 5 }], parts: [] },
    { of: 'all closed', positions: [{ quantity: 0, realised: 5, pnl: 5, m2m: 5 }], parts: [] },
    {
      of: 'one in part',
      positions: [{ quantity: 1, realised: 5, unrealised: 2, pnl: 7, m2m: 7 }],
      parts: ['Realised', 'Unrealised'],
    },
    {
      of: 'one carried',
      positions: [{ quantity: 1, unrealised: 9, pnl: 9, m2m: 2 }],
      parts: ['P&L since entry'],
    },
  ])('name the parts of a P&L that has some: $of', ({ positions, parts }) => {
    show(<PositionTiles positions={positions.map(position)} isKnown />)
    const titles = screen.getAllByRole('term').map(({ textContent }) => textContent)
    expect(titles).toEqual([...parts, 'Charges today', 'Margin used'])
  })
})
