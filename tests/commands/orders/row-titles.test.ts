import { describe, expect, test } from 'vitest'
import { emptyContext } from '../../../src/commands/context.ts'
import type { Environment } from '../../../src/commands/environment.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { SeenQuote } from '../../../src/domain/orders/order-doubt.ts'
import { tradingWith } from '../../support/command-environment.ts'

const open = tradingWith({ marketOf: () => ({ phase: 'continuous', takesAmo: false }) })
const closed = tradingWith({ marketOf: () => ({ phase: 'closed', takesAmo: true }) })

const quoteOf = (here: Environment): SeenQuote => {
  const quote = here.quoteOf?.('NSE_TCS' as InstrumentId) ?? null
  if (quote === null) throw new Error('no quote of TCS')
  return quote
}

/** Title and detail of the act and its variants. */
const rowsOf = (line: string, here: Environment = open) =>
  readLine(line, line.length, here)
    .rows.filter(({ kind }) => kind === 'act' || kind === 'variant')
    .map(({ words }) => [words?.title, words?.detail])

describe('the rows of an order say what each does', () => {
  test('at market', () => {
    expect(rowsOf('buy 2l nifty atm ce')).toEqual([
      ['Buy 130 (2 lots) NIFTY 23 NOV 25950 CE at market', 'fills now near 85.45 · NRML · Virtual'],
      ['Buy at the ask, 85.45', 'fills now'],
      ['Add to basket', 'empty now'],
    ])
  })

  test('at a limit with a stop and a target', () => {
    expect(rowsOf('sell tcs @2460 sl 2480 tp 2400')).toEqual([
      [
        'Sell 1 TCS at 2,460.00',
        'rests, 10.05 above the bid · MIS · stop 2,480.00 · target 2,400.00 · Virtual',
      ],
      ['Sell at the bid, 2,449.95', 'fills now'],
      ['Sell at market', 'fills now near 2,449.95'],
      ['Add to basket', 'empty now'],
    ])
  })

  test('for the basket', () => {
    const legs = (count: number) =>
      tradingWith({ context: { ...emptyContext, signedIn: true, 'basket.legs': count } })
    const basketOf = (count: number) =>
      rowsOf('buy tcs', legs(count)).find(([title]) => title === 'Add to basket')?.[1]
    expect([1, 3].map(basketOf)).toEqual(['1 leg in it', '3 legs in it'])
    expect(rowsOf('buy tcs @2400 basket').at(-1)).toEqual(['Buy at 2,400.00', 'rests, 50.05 below the ask'])
  })

  test('while the market is closed, when AMO is offered', () => {
    expect(rowsOf('buy tcs @2400', closed)).toEqual([
      ['Buy 1 TCS at 2,400.00', 'sent as AMO for the next session · MIS · Virtual'],
      ['Buy at 2,450.05', 'sent as AMO for the next session'],
      ['Buy at market', 'sent as AMO for the next session'],
      ['Add to basket', 'empty now'],
      ['Buy at 2,400.00 as AMO', 'waits for the next session'],
    ])
    expect(rowsOf('buy tcs amo').at(-1)).toEqual([
      'Buy at market as a regular order',
      'fills now near 2,450.05',
    ])
  })

  test('by the prices of now, where the order is made of those that were shown', () => {
    const here = {
      ...open,
      quoteNow: open.quoteOf,
      quoteOf: () => ({ ...quoteOf(open), bid: 2440, ask: 2440.1 }),
    }
    expect(rowsOf('buy tcs @ask', here).slice(0, 2)).toEqual([
      ['Buy 1 TCS at 2,440.10', 'rests, 9.95 below the ask · MIS · Virtual'],
      ['Buy at market', 'fills now near 2,450.05'],
    ])
  })

  test('without what the page does not know', () => {
    expect(rowsOf('buy tcs reduce', tradingWith())).toEqual([
      ['Buy 1 TCS at market', 'MIS · reduce only · Virtual'],
      ['Buy at 2,450.05', ''],
      ['Add to basket', 'empty now'],
      ['Buy at market as AMO', ''],
    ])
  })
})
