import { describe, expect, test } from 'vitest'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../../src/domain/instruments/instrument-index.ts'
import {
  type ContractOfLeg,
  contractOfLeg,
  expiryOfLeg,
  type LegMarket,
  type OptionNow,
} from '../../../src/domain/strategies/contracts-of-legs.ts'
import { newLeg } from '../../../src/domain/strategies/new-leg.ts'
import type { StrategyLeg } from '../../../src/domain/strategies/strategy.ts'
import { date } from '../../support/engine/notation.ts'

const NIFTY = 'INDICES_NIFTY 50' as InstrumentId
const expiries = ['2026-11-26', '2026-12-01', '2026-12-29'].map(date)
const strikes = [24_300, 24_350, 24_400, 24_450, 24_500]

const index = {
  expiriesOf: () => expiries,
  optionsOf: (_: InstrumentId, expiry: string, type: string) =>
    strikes.map(
      (strike) => ({ id: `${expiry} ${strike} ${type}`, strike, lotSize: 75 }) as unknown as Instrument,
    ),
} as unknown as InstrumentIndex

const chain: readonly OptionNow[] = [
  { strike: 24_300, delta: 0.71, price: 190 },
  { strike: 24_400, delta: 0.52, price: 120 },
  { strike: 24_450, delta: null, price: null },
  { strike: 24_500, delta: 0.31, price: 74 },
]

const leg = (changes: Partial<StrategyLeg>): StrategyLeg => ({ ...newLeg, ...changes })

const market = (changes: Partial<LegMarket> = {}): LegMarket => ({
  index,
  underlying: NIFTY,
  price: 24_410,
  optionsOf: () => chain,
  ...changes,
})

const named = (found: ContractOfLeg): string => {
  if (found.kind === 'found') return found.contract.id
  return found.kind === 'waits' ? 'waits' : `missing ${found.what}`
}

describe('the contract that a leg means now', () => {
  test.each<[Partial<StrategyLeg>, string]>([
    [{}, '2026-11-26 24400 CE'],
    [{ atm: 2, type: 'ce' }, '2026-11-26 24500 CE'],
    [{ atm: -2, type: 'pe' }, '2026-11-26 24300 PE'],
    [{ atm: 3 }, 'missing such a strike'],
    [{ expiry: 'next' }, '2026-12-01 24400 CE'],
    [{ expiry: 'monthly' }, '2026-11-26 24400 CE'],
    [{ atm: null, delta: 0.3 }, '2026-11-26 24500 CE'],
    [{ atm: null, premium: 125 }, '2026-11-26 24400 CE'],
  ])('of %j is %s', (changes, expected) => {
    expect(named(contractOfLeg(leg(changes), market()))).toEqual(expected)
  })

  test('waits for a price, or for a chain', () => {
    expect(named(contractOfLeg(leg({}), market({ price: null })))).toEqual('waits')
    const byDelta = leg({ atm: null, delta: 0.3 })
    expect(named(contractOfLeg(byDelta, market({ optionsOf: () => null })))).toEqual('waits')
  })

  test('is missing where no expiry is listed', () => {
    const none = { ...index, expiriesOf: () => [] } as unknown as InstrumentIndex
    expect(named(contractOfLeg(leg({}), market({ index: none })))).toEqual('missing an option of this expiry')
  })

  test('has the last expiry of the nearest month as its monthly one', () => {
    const december = ['2026-12-01', '2026-12-08', '2026-12-29', '2027-01-05'].map(date)
    expect(expiryOfLeg('monthly', december)).toEqual('2026-12-29')
  })
})
