import { describe, expect, test } from 'vitest'
import { createCombinedPremium } from '../../../../server/services/options/combined-premium.ts'
import { createOptionChain } from '../../../../server/services/options/option-chain.ts'
import { createDayHistory } from '../../../../server/services/quotes/day-history.ts'
import { createMarketMeasures } from '../../../../server/services/quotes/market-measures.ts'
import { getAdvanceDecline, getAtmIvStraddle, getPcr } from '../../../../src/contract/options.ts'
import { toWire } from '../../../../src/contract/wire.ts'
import { openOptionMarket } from '../../../support/market/option-market.ts'
import { refusalOf } from '../../../support/orders/refusals.ts'

const ist = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+05:30`)

const open = (now: string) => {
  const market = openOptionMarket(now)
  const historyOf = createDayHistory(market.ports.calendar)
  return {
    market,
    measures: createMarketMeasures(market.ports, historyOf),
    readPremium: createCombinedPremium(market.ports, historyOf),
  }
}

const KEY = 'INDICES_NIFTY 50'

describe('measures of the market', () => {
  test('puts over calls, now and every five minutes since the open', async () => {
    const pcr = await open('2026-11-20 09:27').measures.pcr(KEY)
    expect(pcr).toEqual({
      key: KEY,
      expiry: '2026-11-24',
      pcr: 1.12,
      volumePcr: 0.25,
      putOi: 112 * 41,
      callOi: 100 * 41,
      asOf: ist('2026-11-20 09:27'),
      history: [
        { at: ist('2026-11-20 09:15'), pcr: 1, spot: 23_790 },
        { at: ist('2026-11-20 09:20'), pcr: 1.05, spot: 23_800 },
        { at: ist('2026-11-20 09:25'), pcr: 1.1, spot: 23_810 },
      ],
    })
  })

  test('the straddle at the money follows the forward, and its volatility is that of the options', async () => {
    const straddle = await open('2026-11-20 11:06').measures.atmIvStraddle(`${KEY}:2026-12-29`)
    expect([straddle.atmStrike, straddle.expiry, straddle.history.length]).toEqual([24_100, '2026-12-29', 23])
    expect(straddle.iv).toBeCloseTo(13, 1)
    expect(straddle.history.map(({ at, atmStrike, spot }) => [at, atmStrike, spot]).slice(-3)).toEqual([
      [ist('2026-11-20 10:55'), 24_100, 23_990],
      [ist('2026-11-20 11:00'), 24_100, 24_000],
      [ist('2026-11-20 11:05'), 24_100, 24_010],
    ])
    expect(straddle.history.filter(({ iv }) => iv === null || Math.abs(iv - 13) > 0.1)).toEqual([])
  })

  test('a call and a put by their strikes, with what both cost at the close of yesterday', async () => {
    const { readPremium } = open('2026-11-20 09:27')
    const { history, ...found } = await readPremium({
      key: `${KEY}:2026-12-29`,
      call: '24300',
      put: '23900',
    })
    expect(found).toEqual({
      key: `${KEY}:2026-12-29`,
      expiry: '2026-12-29',
      call: 24_300,
      put: 23_900,
      yesterday: 100,
      asOf: ist('2026-11-20 09:27'),
    })
    const chain = await createOptionChain(open('2026-11-20 09:25').market.ports)(`${KEY}:2026-12-29`)
    const priceAt = (strike: number, side: 'ce' | 'pe') => {
      const of = chain.strikes.find((row) => row.strike === strike)?.[side]
      return ((of?.bid ?? 0) + (of?.ask ?? 0)) / 2
    }
    expect(history.map(({ at }) => at)).toEqual(
      ['09:15', '09:20', '09:25'].map((at) => ist(`2026-11-20 ${at}`)),
    )
    expect(history.at(-1)).toEqual({
      at: ist('2026-11-20 09:25'),
      call: expect.closeTo(priceAt(24_300, 'ce'), 6),
      put: expect.closeTo(priceAt(23_900, 'pe'), 6),
      spot: 23_810,
    })
  })

  test('a strike that is not listed is refused with the nearest one', async () => {
    const asked = open('2026-11-20 09:27').readPremium({ key: KEY, call: '24310', put: '23900' })
    expect(await refusalOf(asked)).toEqual(
      'NOT_FOUND: No call of INDICES_NIFTY 50 at 24310 expires on 2026-11-24; nearest: 24300',
    )
  })

  test('members above and below their close, and none below is no ratio', async () => {
    const { measures } = open('2026-11-20 11:02')
    const { history, ...now } = await measures.advanceDecline(KEY)
    expect(now).toEqual({
      key: KEY,
      advances: 3,
      declines: 0,
      unchanged: 1,
      ratio: null,
      asOf: ist('2026-11-20 11:02'),
    })
    expect(history.slice(-2)).toEqual([
      { at: ist('2026-11-20 10:55'), advances: 0, declines: 3, ratio: 0 },
      { at: ist('2026-11-20 11:00'), advances: 0, declines: 0, ratio: null },
    ])
  })

  test.each([
    ['2026-11-20 16:00', '2026-11-20 09:15', '2026-11-20 15:40', 78],
    ['2026-11-22 12:00', '2026-11-20 09:15', '2026-11-20 15:40', 78],
    ['2026-11-20 09:15', '2026-11-20 09:15', '2026-11-20 09:15', 1],
  ])('at %s the history begins %s and ends %s', async (now, first, last, points) => {
    const { history } = await open(now).measures.pcr(KEY)
    expect([history[0]?.at, history.at(-1)?.at, history.length]).toEqual([ist(first), ist(last), points])
  })

  test('a point of the past is computed once, however often and by how many it is asked for', async () => {
    const { market, measures } = open('2026-11-20 10:00')
    await Promise.all([measures.pcr(KEY), measures.pcr(KEY)])
    // Now twice, and ten steps once: 82 contracts and the underlying each.
    expect(market.asked).toBe((2 + 10) * 83)
    market.clock.advance(5 * 60_000)
    await measures.pcr(KEY)
    expect(market.asked).toBe((2 + 10 + 2) * 83)
  })

  test('a point that had no price is asked for again', async () => {
    const { market, measures } = open('2026-11-20 09:21')
    market.silent.add('NSE_TCS' as never)
    for (const symbol of ['NSE_RELIANCE', 'NSE_INFY', 'NSE_SBIN']) market.silent.add(symbol as never)
    expect(await refusalOf(measures.advanceDecline(KEY))).toBe(
      `NOT_FOUND: No prices for the members of ${KEY} yet`,
    )
    market.silent.clear()
    expect((await measures.advanceDecline(KEY)).history.length).toBe(2)
  })

  test('before the open of a first day there is nothing to measure', async () => {
    expect(await refusalOf(open('2026-11-20 08:00').measures.pcr(KEY))).toBe(
      `NOT_FOUND: No prices for ${KEY} yet`,
    )
  })

  test('an index without known members is not found, and the known ones are named', async () => {
    expect(await refusalOf(open('2026-11-20 10:00').measures.advanceDecline('INDICES_NIFTY BNK'))).toBe(
      'NOT_FOUND: The members of INDICES_NIFTY BNK are not known; nearest: NIFTY BANK, NIFTY 50; known are NIFTY 50, NIFTY BANK, NIFTY FIN SERVICE, SENSEX, BANKEX, NIFTY NEXT 50, NIFTY MID SELECT',
    )
    expect(await refusalOf(open('2026-11-20 10:00').measures.pcr('NSE_TCS'))).toBe(
      'NOT_FOUND: No options on NSE_TCS',
    )
  })

  test('are answers of the contract', async () => {
    const { measures } = open('2026-11-20 11:02')
    const answers = [
      getPcr.reply.safeParse(toWire(getPcr.reply, await measures.pcr(KEY))),
      getAdvanceDecline.reply.safeParse(toWire(getAdvanceDecline.reply, await measures.advanceDecline(KEY))),
      getAtmIvStraddle.reply.safeParse(toWire(getAtmIvStraddle.reply, await measures.atmIvStraddle(KEY))),
    ]
    expect(answers.map(({ success }) => success)).toEqual([true, true, true])
  })
})
