import { describe, expect, test } from 'vitest'
import { termsOf } from '../../../server/broker/instrument-terms.ts'
import { type Instrument, instrumentId, type Segment } from '../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const DAY = '2026-12-07' as IstDate

const listed = (segment: Segment, tradingSymbol: string, fields: Partial<Instrument> = {}): Instrument => ({
  id: instrumentId(segment, tradingSymbol),
  instrumentToken: 7,
  exchangeToken: 1,
  tradingSymbol,
  name: tradingSymbol,
  lastPrice: 0,
  expiry: null,
  strike: 0,
  tickSize: 0.1,
  lotSize: 1,
  instrumentType: 'EQ',
  segment,
  exchange: segment.startsWith('B')
    ? segment === 'BSE'
      ? 'BSE'
      : 'BFO'
    : segment.startsWith('NFO')
      ? 'NFO'
      : 'NSE',
  universe: '000000',
  ...fields,
})

const option = (segment: 'NFO-OPT' | 'BFO-OPT', root: string, lotSize: number): Instrument =>
  listed(segment, `${root}26D1524000CE`, {
    name: root,
    expiry: '2026-12-15' as IstDate,
    strike: 24_000,
    tickSize: 0.05,
    lotSize,
    instrumentType: 'CE',
  })

describe('what an order says of its instrument', () => {
  test('in all its fields', () => {
    expect(termsOf(option('NFO-OPT', 'NIFTY', 65), DAY)).toEqual({
      id: 'NFO-OPT_NIFTY26D1524000CE',
      instrumentToken: 7,
      tradingSymbol: 'NIFTY26D1524000CE',
      name: 'NIFTY',
      segment: 'NFO-OPT',
      exchange: 'NFO',
      instrumentType: 'CE',
      underlying: 'INDICES_NIFTY 50',
      expiry: '2026-12-15',
      strike: 24_000,
      lotSize: 65,
      tickSize: 5,
      freezeQuantity: 1800,
      sessionGroup: 'derivatives',
    })
  })
  // Underlying, freeze quantity, session group, tick in paise.
  test.each<[Instrument, readonly [string | null, number, string, number]]>([
    [option('BFO-OPT', 'SENSEX', 20), ['INDICES_SENSEX', 1000, 'derivatives', 5]],
    [option('NFO-OPT', 'BANKNIFTY', 30), ['INDICES_NIFTY BANK', 600, 'derivatives', 5]],
    [option('NFO-OPT', 'RELIANCE', 500), ['NSE_RELIANCE', 15_000, 'derivatives', 5]],
    [option('BFO-OPT', 'RELIANCE', 500), ['NSE_RELIANCE', 15_000, 'derivatives', 5]],
    [option('NFO-OPT', 'ZYDUSLIFE', 900), ['NSE_ZYDUSLIFE', 36_000, 'derivatives', 5]],
    [listed('NSE', 'RELIANCE'), [null, 100_000, 'auctioned', 10]],
    [listed('BSE', 'RELIANCE'), [null, 100_000, 'auctioned', 10]],
    [listed('NSE', 'NOBODYKNOWS', { tickSize: 0.01 }), [null, 100_000, 'continuous', 1]],
    [listed('INDICES', 'NIFTY 50', { tickSize: 0, lotSize: 0 }), [null, 100_000, 'continuous', 1]],
  ])('$id', (instrument, expected) => {
    const { underlying, freezeQuantity, sessionGroup, tickSize } = termsOf(instrument, DAY)
    expect([underlying, freezeQuantity, sessionGroup, tickSize]).toEqual(expected)
  })
})
