import { describe, expect, test } from 'vitest'
import {
  checkDraft,
  type DeployDraft,
  draftOf,
  whatWillHappen,
  withPreset,
} from '../../../src/domain/deployments/deploy-draft.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { newLeg } from '../../../src/domain/strategies/new-leg.ts'
import { newOptions } from '../../../src/domain/strategies/new-strategy.ts'
import type { OptionsStrategy } from '../../../src/domain/strategies/strategy.ts'
import { rsiDip } from '../../support/strategies.ts'

const TCS = instrumentId('NSE', 'TCS')
const NIFTY = instrumentId('INDICES', 'NIFTY 50')
const straddle: OptionsStrategy = {
  ...newOptions,
  algoName: 'Straddle',
  product: 'NRML',
  legs: [{ ...newLeg, type: 'pe' }, newLeg],
  entryUnderlyings: [{ segSym: NIFTY, logic: '' }],
}
const plain: DeployDraft = { ...draftOf(rsiDip, 'paper'), segSyms: [TCS] }

const problemsOf = (changes: Parameters<typeof withPreset>[1], product: 'MIS' | 'NRML' | 'cash' = 'MIS') =>
  checkDraft(withPreset(plain, changes), { ...rsiDip, product, stopLoss: null }).map(
    ({ field, text }) => `${field}: ${text}`,
  )

describe('a draft of a deployment', () => {
  test.each<[string, Parameters<typeof withPreset>[1], string[]]>([
    ['as the strategy has it', {}, []],
    ['without an instrument', { segSyms: [] }, ['segSyms: Choose an instrument.']],
    ['with one twice', { segSyms: [TCS, TCS] }, ['segSyms: TCS is named twice.']],
    [
      'with too many',
      { segSyms: Array.from({ length: 51 }, (_, index) => instrumentId('NSE', `S${index}`)) },
      ['segSyms: At most 50 instruments.'],
    ],
    [
      'without a quantity',
      { quantity: { by: 'lots', value: 0 } },
      ['quantity: The quantity must be more than 0.'],
    ],
    ['of half a lot', { quantity: { by: 'lots', value: 1.5 } }, ['quantity: Lots are whole numbers.']],
    ['of half a share', { quantity: { by: 'shares', value: 1.5 } }, ['quantity: Shares are whole numbers.']],
    [
      'of more than all capital',
      { quantity: { by: 'capital_pct', value: 101 } },
      ['quantity: At most 100 percent of the capital.'],
    ],
    [
      'by risk without a stop',
      { quantity: { by: 'risk', value: 500 } },
      ['quantity: A quantity by risk needs a stop in the strategy.'],
    ],
    [
      'that is automatic without a loss limit',
      { type: 'auto' },
      ['lossPerDay: An automatic deployment needs a loss limit for the day.'],
    ],
    ['that is automatic with one', { type: 'auto', limits: { lossPerDay: 1 } }, []],
    ['with a negative limit', { limits: { capital: -1 } }, ['capital: Rupees, more than 0.']],
    [
      'with counts that are none',
      { limits: { entriesPerDay: 0, lossesInARow: 1.5 } },
      ['entriesPerDay: A whole number from 1 to 1000.', 'lossesInARow: A whole number from 1 to 1000.'],
    ],
  ])('%s', (_, changes, problems) => {
    expect(problemsOf(changes)).toEqual(problems)
  })

  test('names an instrument that its product does not fit', () => {
    expect(problemsOf({ segSyms: [TCS, NIFTY] }, 'cash')).toEqual([
      'segSyms: NIFTY 50 cannot be traded as cash.',
    ])
    expect(problemsOf({ segSyms: [TCS] }, 'NRML')).toEqual(['segSyms: TCS cannot be traded as NRML.'])
    expect(problemsOf({ segSyms: [NIFTY] }, 'NRML')).toEqual([])
  })

  test('of options is sized by what options can be, on any product', () => {
    const draft = draftOf(straddle, 'paper')
    const problems = (changes: Parameters<typeof withPreset>[1]) =>
      checkDraft(withPreset(draft, changes), straddle).map(({ field, text }) => `${field}: ${text}`)
    expect([draft.segSyms, draft.ifIncomplete, problems({})]).toEqual([[NIFTY], 'close', []])
    const NOT = 'quantity: Options are sized by lots, rupees or percent of the capital.'
    expect(problems({ quantity: { by: 'shares', value: 10 } })).toEqual([NOT])
    expect(problems({ quantity: { by: 'risk', value: 500 } })).toEqual([NOT])
    expect(problems({ segSyms: [] })).toEqual(['segSyms: Choose an underlying.'])
    expect(problems({ segSyms: [TCS] })).toEqual([])
    expect(whatWillHappen(straddle, { ...draft, ifIncomplete: 'hold' })).toBe(
      'Straddle trades in the virtual account at each signal: NIFTY 50, 1 lot a trade of 2 legs, held if one is not filled. No limit.',
    )
  })

  test('says what will happen', () => {
    const quantity = { by: 'lots', value: 2 } as const
    expect(whatWillHappen(rsiDip, withPreset(plain, { quantity }))).toEqual(
      'RSI dip trades in the virtual account at each signal: TCS, 2 lots a trade. No limit.',
    )
    expect(
      whatWillHappen(
        rsiDip,
        withPreset(plain, { quantity, type: 'auto', limits: { lossPerDay: 6_000, entriesPerDay: 1 } }),
      ),
    ).toEqual(
      'RSI dip sends orders to your account automatically at each signal: TCS, 2 lots a trade. Entries stop at ₹6,000 lost in a day, with all positions exited; 1 entry a day.',
    )
  })
})
