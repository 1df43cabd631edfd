import { describe, expect, test } from 'vitest'
import { type Clicks, clicked, clickedMost, readClicks } from '../../../src/domain/learning/clicks.ts'
import { introAt, introBeside, introPages, pathOfIntro } from '../../../src/domain/learning/intro-address.ts'
import { stepAtHand, type Tour, tourLine, tourTook } from '../../../src/domain/learning/tour.ts'
import { drillSetAt, drillSets, pathOfTrainer } from '../../../src/domain/learning/trainer-address.ts'

describe('the first steps', () => {
  test('have an address for each page and each set of drills', () => {
    expect(introPages.map((page) => introAt(pathOfIntro(page)))).toEqual(introPages)
    expect(drillSets.map((set) => drillSetAt(pathOfTrainer(set)))).toEqual(drillSets)
    expect([introAt('/intro?page=nonsense'), introAt('/'), drillSetAt('/intro')]).toEqual([
      'equity',
      null,
      null,
    ])
  })

  test('go round: after the last page comes the first', () => {
    expect([introBeside('direct', 1), introBeside('equity', -1), introBeside('options', 1)]).toEqual([
      'equity',
      'direct',
      'automate',
    ])
  })
})

describe('the tour', () => {
  const begun: Tour = { startedAt: 1_000, doneAt: {}, skipped: [] }

  test('asks for the first step that is neither done nor skipped, in any order of doing', () => {
    expect(stepAtHand(begun)).toBe('order')
    expect(stepAtHand({ ...begun, doneAt: { backtest: 2_000 } })).toBe('order')
    expect(stepAtHand({ ...begun, doneAt: { backtest: 2_000 }, skipped: ['order'] })).toBe('scan')
  })

  test('took the time to its last step, and none if all were skipped', () => {
    const over: Tour = { ...begun, doneAt: { order: 5_000, scan: 61_000 }, skipped: ['backtest'] }
    expect([tourTook(over), tourTook(begun)]).toEqual([60_000, null])
    expect(tourTook({ ...begun, skipped: ['order', 'backtest', 'scan'] })).toBe(null)
  })

  test('asks for an after market order while the market is closed', () => {
    expect([tourLine('order', true), tourLine('order', false)]).toEqual(['buy 10 infy', 'buy 10 infy amo'])
  })
})

describe('clicks', () => {
  test('become drills from the third on, the most frequent first', () => {
    const clicks = ['a', 'b', 'a', 'b', 'a', 'b', 'b', 'c'].reduce(clicked, {} as Clicks)
    expect(clickedMost(clicks)).toEqual(['b', 'a'])
  })

  test('keep sixty commands: the least clicked makes room, never the newest', () => {
    let clicks: Clicks = {}
    for (let one = 0; one < 70; one++) clicks = clicked(clicked(clicks, 'often'), `call ${one}`)
    expect([Object.keys(clicks).length, clicks.often, clicks['call 69']]).toEqual([60, 70, 1])
  })

  test('that cannot be read are dropped', () => {
    expect([readClicks(null), readClicks('x'), readClicks({ a: 3, b: 'x', c: 1.5 })]).toEqual([
      {},
      {},
      { a: 3 },
    ])
  })
})
