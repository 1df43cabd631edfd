import { describe, expect, test } from 'vitest'
import {
  afterCandle,
  afterEntry,
  afterTrade,
  decideAtClose,
  noCounts,
  type TradeRules,
} from '../../../src/domain/deployments/decide.ts'
import { hitAt, type LevelRules, levelsOf } from '../../../src/domain/deployments/levels.ts'

const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+05:30`)

const rules: TradeRules = { tradingStartTime: '09:20', tradingStopTime: '15:15', product: 'MIS' }
const candle = (clock: string, signals: string) => ({
  closedAt: at(`2026-11-20 ${clock}`),
  isEntry: signals.includes('entry'),
  isExit: signals.includes('exit'),
})

describe('at the close of a candle', () => {
  test.each([
    ['10:00', 'entry', false, 'enter'],
    ['10:00', 'entry exit', false, 'nothing'],
    ['10:00', '', false, 'nothing'],
    ['09:19', 'entry', false, 'nothing'],
    ['09:20', 'entry', false, 'enter'],
    ['15:14', 'entry', false, 'enter'],
    ['15:15', 'entry', false, 'nothing'],
    ['10:00', 'entry', true, 'nothing'],
    ['15:20', 'exit', true, 'exit'],
  ])('at %s with %s, held %s: %s', (clock, signals, isHeld, kind) => {
    expect(decideAtClose(rules, { counts: noCounts, isHeld }, candle(clock, signals)).kind).toEqual(kind)
  })

  test('counts entries of a day or a week, and losses in a row of a day', () => {
    const once = { ...rules, entries: { per: 'day', most: 1 } } as const
    const entered = afterEntry(noCounts, at('2026-11-20 10:00'), once)
    const decide = (limits: TradeRules, counts: typeof noCounts, day: string) =>
      decideAtClose(
        limits,
        { counts, isHeld: false },
        { ...candle('10:00', 'entry'), closedAt: at(`${day} 10:00`) },
      )
    expect(decide(once, entered, '2026-11-20')).toEqual({ kind: 'skip', why: 'at most 1 a day' })
    expect(decide(once, entered, '2026-11-23')).toEqual({ kind: 'enter' })
    const weekly = { ...rules, entries: { per: 'week', most: 1 } } as const
    const inWeek = afterEntry(noCounts, at('2026-11-18 10:00'), weekly)
    expect(decide(weekly, inWeek, '2026-11-20').kind).toEqual('skip')
    expect(decide(weekly, inWeek, '2026-11-23').kind).toEqual('enter')
    const losing = { ...rules, lossesInARow: 2 }
    const lost = afterTrade(afterTrade(noCounts, at('2026-11-20 10:00'), true), at('2026-11-20 11:00'), true)
    expect(decide(losing, lost, '2026-11-20')).toEqual({
      kind: 'skip',
      why: '2 trades in a row have lost today',
    })
    expect(decide(losing, afterTrade(lost, at('2026-11-20 12:00'), false), '2026-11-20').kind).toEqual(
      'enter',
    )
    expect(decide(losing, lost, '2026-11-23').kind).toEqual('enter')
  })
})

describe('levels', () => {
  const none: LevelRules = { stopLoss: null, targetProfit: null, tpslType: 'pts' }
  const long = { side: 'buy', units: 50, averagePrice: 100, best: 100 } as const

  test.each<[Partial<LevelRules>, number | null, number | null]>([
    [{ stopLoss: 2, targetProfit: 4 }, 98, 104],
    [{ stopLoss: 2, targetProfit: 4, tpslType: 'pct' }, 98, 104],
    [{ stopLoss: 100, targetProfit: 250, tpslType: 'abs' }, 98, 105],
    [{}, null, null],
  ])('%j of a long position are %s and %s', (changes, stop, target) => {
    expect(levelsOf({ ...none, ...changes }, long)).toMatchObject({ stop, target })
    const mirrored = levelsOf({ ...none, ...changes }, { ...long, side: 'sell' })
    expect([mirrored.stop, mirrored.target]).toEqual([
      stop === null ? null : 200 - stop,
      target === null ? null : 200 - target,
    ])
  })

  test('a trailing stop follows the best price of closed candles, and counts where it is nearer', () => {
    const trailed = { ...none, stopLoss: 3, trailing: { distance: 5, after: 4 } }
    expect(levelsOf(trailed, long)).toMatchObject({ stop: 97, isTrailing: false })
    const moved = afterCandle(long, { high: 106, low: 90 })
    expect(levelsOf(trailed, moved)).toMatchObject({ stop: 101, isTrailing: true })
    expect(levelsOf(trailed, afterCandle(moved, { high: 103, low: 90 }))).toMatchObject({ stop: 101 })
  })

  test('are hit where they are touched, by the side of the position', () => {
    const levels = { stop: 98, isTrailing: false, target: 104 }
    expect([98, 98.05, 104, 103.95].map((price) => hitAt(levels, 'buy', price))).toEqual([
      'stop',
      null,
      'target',
      null,
    ])
    const short = { stop: 102, isTrailing: true, target: 96 }
    expect([102, 101, 96].map((price) => hitAt(short, 'sell', price))).toEqual(['trailing', null, 'target'])
  })
})
