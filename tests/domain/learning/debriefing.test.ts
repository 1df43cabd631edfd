import { describe, expect, test } from 'vitest'
import type { DayRecord, RecordedOrder } from '../../../src/domain/analysis/journal/day-record.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { debriefingOf } from '../../../src/domain/learning/drills/debriefing.ts'
import type { DrillRun } from '../../../src/domain/learning/drills/drill.ts'
import { paise } from '../../../src/domain/money.ts'
import { type IstDate, MINUTE_MS, startOfIstDate } from '../../../src/domain/time.ts'

const opensAt = startOfIstDate('2026-11-20' as IstDate) + 555 * MINUTE_MS
const at = (minute: number, second = 0) => opensAt + minute * MINUTE_MS + second * 1_000
const INFY = 'NSE_INFY' as InstrumentId

const step = (
  instant: number,
  status: RecordedOrder['steps'][number]['status'],
  triggerPrice: number | null = null,
) => ({ at: instant, status, price: null, triggerPrice, quantity: 10 })

const order = (id: string, of: Partial<RecordedOrder>): RecordedOrder => ({
  ...{ id, sym: INFY, side: 'sell', product: 'MIS', orderType: 'MARKET', steps: [], fills: [] },
  ...of,
})

/** 10 INFY carried in at 100; it falls to 90 in the third minute. */
const record = (of: Partial<DayRecord> = {}): DayRecord => ({
  ...{ opensAt, closesAt: at(375), until: at(20), index: null, orders: [] },
  instruments: [
    {
      key: INFY,
      ...{ overnightQuantity: 10, previousClose: paise(10_000), trades: [] },
      minutes: { time: [at(0), at(1), at(2), at(3), at(4)], close: [100, 98, 90, 95, 96] },
    },
  ],
  ...of,
})

const flat = record({ instruments: [] })

const drill = (of: Partial<DrillRun> = {}): DrillRun => ({
  ...{ id: 'd', kind: 'quotes', share: null, begunAt: 0, endsAt: 60_000, endedAt: 60_000 },
  ...{ marketFrom: at(1), marketTo: at(5) },
  ...of,
})

const said = (of: DrillRun, day: DayRecord | null) => debriefingOf(of, day).map(({ sentence }) => sentence)

describe('a debriefing', () => {
  test('has P&L at begin, worst and end, and says that nothing was done', () => {
    expect(said(drill(), record())).toEqual([
      'P&L of the day was ₹0.00 at its begin, −₹100.00 at its worst and −₹40.00 at its end: −₹40.00 by the closes of whole minutes.',
      'No order was sent.',
      'You sent nothing and cancelled nothing.',
      'Nothing was filled.',
    ])
  })

  test('says how far beyond its trigger a stop filled', () => {
    const stop = order('stop', {
      orderType: 'SL-M',
      steps: [step(at(0, 30), 'TRIGGER PENDING', 97), step(at(2, 10), 'COMPLETE', 97)],
      fills: [{ at: at(2, 10), quantity: 10 }],
    })
    const [held] = record().instruments
    if (held === undefined) throw new Error('no instrument')
    const trades = [{ at: at(2, 10), side: 'sell' as const, quantity: 10, value: paise(92_150) }]
    expect(said(drill(), record({ instruments: [{ ...held, trades }], orders: [stop] }))).toEqual([
      expect.stringMatching(/^P&L of the day was ₹0\.00 at its begin, −₹/),
      'No order was sent.',
      'You sent nothing and cancelled nothing.',
      '1 fill of 1 order.',
      'The stop of INFY at 97.00 filled at 92.15, 4.85 beyond it (−5.00%).',
    ])
  })

  test('counts what was sent, when first, what was sent a second time and what is still open', () => {
    const orders = [
      order('one', { orderType: 'LIMIT', steps: [step(at(1, 12), 'OPEN')] }),
      order('same', { orderType: 'LIMIT', steps: [step(at(1, 20), 'OPEN')] }),
      order('other', {
        orderType: 'SL',
        side: 'buy',
        steps: [step(at(1, 40), 'TRIGGER PENDING', 110), step(at(2), 'CANCELLED', 110)],
      }),
      order('before', { steps: [step(at(0, 10), 'COMPLETE')] }),
    ]
    expect(said(drill({ kind: 'broker' }), record({ orders })).slice(1)).toEqual([
      '3 orders sent, 1 of them a stop order.',
      'The first act came after 12 s: an order.',
      'Nothing was filled.',
      '1 order within 15 s of one alike: sent a second time?',
      '2 orders still open at its end.',
    ])
  })

  test('is honest where nothing was at stake, and where the market was closed', () => {
    const nothing = 'You held nothing and had no order open: it could not hurt. Try again with a position.'
    expect(said(drill(), flat)).toEqual([nothing])
    expect(said(drill({ marketFrom: at(400), marketTo: at(401) }), record())).toEqual([
      'The market was closed: no price could move.',
    ])
    expect(said(drill(), null)).toEqual(['The market was closed: no price could move.'])
    expect(said(drill({ kind: 'session', begunAt: 1_000, endedAt: 24_000 }), flat)).toEqual([
      'You were signed in again after 23 s.',
      nothing,
    ])
  })
})
