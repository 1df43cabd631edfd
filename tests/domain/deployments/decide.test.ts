import { describe, expect, test } from 'vitest'
import {
  afterEntry,
  afterTrade,
  decideAtClose,
  isInHours,
  isSquareOffDue,
  noCounts,
  type TradeRules,
} from '../../../src/domain/deployments/decide.ts'

const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+05:30`)
const rules: TradeRules = {
  interval: '5min',
  product: 'MIS',
  tradingStartTime: '09:20',
  tradingStopTime: '15:15',
}
const TEN = at('2026-11-20 10:00')

const decide = (
  { isHeld = false, counts = noCounts, isEntry = true, isExit = false, fillsAt = TEN } = {},
  changes: Partial<TradeRules> = {},
) => decideAtClose({ ...rules, ...changes }, { counts, isHeld }, { fillsAt, isEntry, isExit }).kind

describe(decideAtClose, () => {
  test.each([
    ['nothing held, entry', {}, 'enter'],
    ['nothing held, entry and exit', { isExit: true }, 'nothing'],
    ['nothing held, no entry', { isEntry: false }, 'nothing'],
    ['held, entry', { isHeld: true }, 'nothing'],
    ['held, exit', { isHeld: true, isExit: true }, 'exit'],
    ['before its hours', { fillsAt: at('2026-11-20 09:19') }, 'nothing'],
    ['at the stop time', { fillsAt: at('2026-11-20 15:15') }, 'nothing'],
  ] as const)('%s: %j is %s', (_, candle, verdict) => {
    expect(decide(candle)).toBe(verdict)
  })

  test('enters at most as often a day, or a week from Monday, as it may', () => {
    const once = (per: 'day' | 'week') => ({ entries: { per, most: 1 } })
    const counts = (per: 'day' | 'week') => afterEntry(noCounts, TEN, { ...rules, ...once(per) })
    const friday = { fillsAt: TEN + 60_000 }
    const monday = { fillsAt: at('2026-11-23 10:00') }
    const verdicts = (['day', 'week'] as const).flatMap((per) =>
      [friday, monday].map((when) => decide({ ...when, counts: counts(per) }, once(per))),
    )
    expect(verdicts).toEqual(['skip', 'enter', 'skip', 'enter'])
    const thursday = afterEntry(noCounts, at('2026-11-19 10:00'), { ...rules, ...once('week') })
    expect(decide({ counts: thursday }, once('week'))).toBe('skip')
  })

  test('enters no more after so many losses in a row of a day', () => {
    const twice = { lossesInARow: 2 }
    const lost = afterTrade(afterTrade(noCounts, TEN, true), TEN, true)
    expect([
      decide({ counts: lost }, twice),
      decide({ counts: afterTrade(afterTrade(lost, TEN, false), TEN, true) }, twice),
      decide({ counts: lost, fillsAt: at('2026-11-23 10:00') }, twice),
    ]).toEqual(['skip', 'enter', 'enter'])
  })
})

describe('hours', () => {
  test('are none for candles of a day, which fill at the open', () => {
    const early = at('2026-11-20 09:15')
    expect([isInHours(early, rules), isInHours(early, { ...rules, interval: 'day' })]).toEqual([false, true])
  })

  test.each([
    ['MIS', '15:14', false],
    ['MIS', '15:15', true],
    ['NRML', '15:15', false],
  ] as const)('%s at %s is squared off: %s', (product, clock, expected) => {
    expect(isSquareOffDue(at(`2026-11-20 ${clock}`), { ...rules, product })).toBe(expected)
  })
})
