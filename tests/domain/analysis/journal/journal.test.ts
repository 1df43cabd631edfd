import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  journalAt,
  pathOfJournal,
  plainJournal,
  readInstant,
} from '../../../../src/domain/analysis/journal/journal-address.ts'
import type { JournalTrip } from '../../../../src/domain/analysis/journal/journal-trip.ts'
import { losers, untagged } from '../../../../src/domain/analysis/journal/only-trips.ts'
import { tagsByTrip } from '../../../../src/domain/analysis/journal/past-entries.ts'
import { FEW_CASES, statisticsBy } from '../../../../src/domain/analysis/journal/statistics.ts'
import { entriesOf } from '../../../../src/domain/analysis/journal/structures.ts'
import { candlesAround, candlesEndedBy } from '../../../../src/domain/analysis/journal/trip-candles.ts'
import {
  changedNote,
  isEmptyNote,
  noNote,
  readTag,
  TAGS_MAX,
  usedNames,
} from '../../../../src/domain/analysis/journal/trip-note.ts'
import { weekInSentences } from '../../../../src/domain/analysis/journal/week-in-sentences.ts'
import { candlesFrom } from '../../../../src/domain/charts/candle.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { presets } from '../../../../src/domain/options/presets.ts'
import { type IstDate, startOfIstDate } from '../../../../src/domain/time.ts'

/** Ten o'clock. */
const TEN = startOfIstDate('2026-11-25' as IstDate) + 10 * 3_600_000
const SECOND = 1_000

let ids = 0
const trip = (sym: string, more: Partial<JournalTrip> = {}): JournalTrip => {
  const id = ++ids
  return {
    ...{ id, sym: sym as InstrumentId, isLong: true, by: '', openedAt: TEN + id, closedAt: TEN + 60_000 },
    ...{ quantity: 65, pnl: 100, charges: 10, fills: [] },
    ...more,
  }
}

const option = (strike: number, type: 'CE' | 'PE', more: Partial<JournalTrip> = {}) =>
  trip(`NFO-OPT_NIFTY26D01${strike}${type}`, more)

describe('option legs', () => {
  test('entered together are one entry with its name and their sums', () => {
    const legs = [option(25_950, 'CE', { isLong: false }), option(25_950, 'PE', { isLong: false, pnl: -30 })]
    expect(entriesOf(legs)).toMatchObject([
      {
        id: legs[0]?.id,
        structure: 'short straddle',
        underlying: 'NIFTY',
        pnl: 70,
        charges: 20,
        quantity: 65,
      },
    ])
  })

  test('of a basket of one form have the name of the preset, whatever the strikes', () => {
    const named = presets.filter(({ name }) => /condor|strangle|ratio|lizard|calendar/i.test(name))
    for (const { name, legs } of named) {
      const entries = entriesOf(
        legs.map(({ position, atm, type, quantity }) =>
          option(25_000 + 150 * atm, type === 'ce' ? 'CE' : 'PE', {
            isLong: position === 'buy',
            quantity: 65 * quantity,
          }),
        ),
      )
      expect(entries).toHaveLength(1)
      // Bull and bear forms that differ by their strikes alone are called by the neutral one.
      expect(entries[0]?.structure).toMatch(
        name === 'Bull Condor' || name === 'Bear Condor' ? /condor/ : new RegExp(`^${name.toLowerCase()}$`),
      )
    }
  })

  test.each([
    ['a minute apart', option(25_000, 'CE'), option(25_000, 'PE', { openedAt: TEN + 90 * SECOND })],
    ['by another strategy', option(25_000, 'CE'), option(25_000, 'PE', { by: 'algo' })],
    ['of another underlying', option(25_000, 'CE'), trip('NFO-OPT_BANKNIFTY26DEC58000PE')],
    ['futures alone', trip('NFO-FUT_NIFTY26DECFUT'), trip('NFO-FUT_NIFTY27JANFUT')],
    ['shares', trip('NSE_INFY'), trip('NSE_TCS')],
  ])('%s stay apart', (_, one, other) => {
    expect(entriesOf([one, other]).map(({ structure }) => structure)).toEqual([null, null])
  })

  test('have the tags of the entry that they are a part of', () => {
    const closed = { closedAt: TEN + 60 * SECOND }
    const trips = [
      { ...option(25_000, 'CE'), ...closed },
      { ...option(25_000, 'PE'), ...closed },
      { ...trip('NSE_INFY'), ...closed },
    ]
    const [call, put, share] = trips.map(({ id }) => id)
    const notes = new Map([[call ?? 0, { ...noNote, tags: ['news', 'gap'] }]])
    const tags = tagsByTrip(trips, notes)
    expect([call, put, share].map((id) => tags.get(id ?? 0))).toEqual([
      ['news', 'gap'],
      ['news', 'gap'],
      undefined,
    ])
  })

  test('one that is still held keeps the entry open', () => {
    const [entry] = entriesOf([option(25_000, 'CE'), option(25_000, 'PE', { closedAt: null })])
    expect(entry?.closedAt).toBe(null)
  })

  test('every trip is in one entry, and nothing is lost or counted twice', () => {
    const any = fc.record({
      sym: fc.constantFrom('NSE_INFY', 'NFO-OPT_NIFTY26D0125000CE', 'NFO-OPT_NIFTY26D0125000PE'),
      openedAt: fc.integer({ min: 0, max: 60 }).map((seconds) => TEN + seconds * SECOND),
      pnl: fc.integer({ min: -900, max: 900 }),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (list) => {
        const trips = list.map(({ sym, ...one }) => trip(sym, one))
        const entries = entriesOf(trips)
        expect(entries.flatMap(({ legs }) => legs.map(({ id }) => id)).sort()).toEqual(
          trips.map(({ id }) => id).sort(),
        )
        expect(entries.reduce((sum, { pnl }) => sum + pnl, 0)).toBe(
          trips.reduce((sum, { pnl }) => sum + pnl, 0),
        )
      }),
    )
  })
})

describe('notes', () => {
  test('a tag is in lower case, and nothing else is one', () => {
    expect(['  Opening   Range ', 'a'.repeat(25), 'no/slash', ' '].map(readTag)).toEqual([
      'opening range',
      null,
      null,
      null,
    ])
  })

  test('changes are made one by one, a ninth tag is left out', () => {
    let note = noNote
    for (let at = 0; at <= TAGS_MAX; at++)
      note = changedNote(note, { kind: 'tag', name: `t${at}`, isOn: true })
    expect(note.tags).toHaveLength(TAGS_MAX)
    for (let at = 0; at < TAGS_MAX; at++)
      note = changedNote(note, { kind: 'tag', name: `t${at}`, isOn: false })
    expect(isEmptyNote(note)).toBe(true)
    note = changedNote(changedNote(note, { kind: 'rating', rating: 4 }), { kind: 'text', text: 'calm' })
    expect(note).toEqual({ tags: [], mistakes: [], rating: 4, text: 'calm' })
  })

  test('names are listed by how often they are used', () => {
    const of = (...tags: string[]) => ({ ...noNote, tags })
    expect(
      usedNames(
        new Map([
          [1, of('b', 'a')],
          [2, of('b')],
        ]),
        'tags',
      ),
    ).toEqual(['b', 'a'])
  })
})

describe('statistics', () => {
  const entries = entriesOf([
    trip('NSE_INFY', { pnl: 110, openedAt: TEN }),
    trip('NSE_INFY', { pnl: -90, openedAt: TEN + 3_600_000 }),
    trip('NSE_TCS', { pnl: 210, openedAt: TEN + 3_600_001 }),
  ])
  const [first, second] = entries
  const notes = new Map([
    [first?.id ?? 0, { ...noNote, tags: ['pullback', 'news'] }],
    [second?.id ?? 0, { ...noNote, mistakes: ['chased'] }],
  ])

  test('count net of charges, a trip with two tags under both', () => {
    expect(statisticsBy('tag', entries, notes)).toEqual([
      { key: 'pullback', trips: 1, winRate: 100, average: 100, net: 100, isFew: true },
      { key: 'news', trips: 1, winRate: 100, average: 100, net: 100, isFew: true },
      { key: '', trips: 2, winRate: 50, average: 50, net: 100, isFew: true },
    ])
    expect(statisticsBy('mistake', entries, notes)).toMatchObject([{ key: 'chased', net: -100 }])
    expect(statisticsBy('hour', entries, notes).map(({ key, trips }) => [key, trips])).toEqual([
      ['10', 1],
      ['11', 2],
    ])
    expect(statisticsBy('weekday', entries, notes)).toMatchObject([{ key: 'Wed', trips: 3 }])
    expect(statisticsBy('instrument', entries, notes).map(({ key }) => key)).toEqual(['TCS', 'INFY'])
  })

  test(`from ${FEW_CASES} cases on they are not few`, () => {
    const many = entriesOf(Array.from({ length: FEW_CASES }, () => trip('NSE_INFY')))
    expect(statisticsBy('weekday', many, new Map())).toMatchObject([{ isFew: false }])
  })

  test('the week in sentences names its cases', () => {
    const said = weekInSentences({ entries, before: [], notes, nameOf: (_, key) => key })
    expect(said).toEqual([
      '3 trips made ₹200 after ₹30 of charges; 67% gained.',
      'A gain was ₹150 on average, a loss ₹100; the largest loss ₹100.',
      '#pullback made ₹100 in 1 trip, which is few; #news made ₹100 in 1 trip, which is few.',
      'TCS made ₹200 in 1 trip, which is few; INFY made ₹0 in 2 trips, which is few.',
      'Entries from 10:00 made ₹100 in 1 trip, which is few; those from 11:00 made ₹100 in 2 trips, which is few.',
      'Mistakes: chased −₹100 in 1 trip.',
      '2 trips without a tag.',
    ])
    expect(weekInSentences({ entries: [], before: entries, notes, nameOf: (_, key) => key })).toEqual([])
  })
})

describe('the address of the journal', () => {
  test.each([
    plainJournal,
    { ...plainJournal, range: 'week' as const, day: '2026-11-20' as IstDate },
    { ...plainJournal, book: 'virtual' as const, only: losers },
    { ...plainJournal, only: untagged },
    { ...plainJournal, day: '2026-11-20' as IstDate, at: 11 * 3_600 + 42 * 60 },
    { ...plainJournal, at: 9 * 3_600 + 15 * 60 + 7 },
    { ...plainJournal, own: { stop: 1.5, trail: null, target: 3 } },
    { ...plainJournal, at: 42_120, chain: 'INDICES_NIFTY 50' as InstrumentId },
    { ...plainJournal, only: { kind: 'tag' as const, key: 'opening range & more' } },
  ])('gives %j back', (shown) => {
    expect(journalAt(pathOfJournal(shown))).toEqual(shown)
  })
  test('what cannot be read is left out', () => {
    expect(
      journalAt('/journal?day=x&range=decade&book=none&only=what&sl=-1&tp=x&trail=1000&chain=nifty'),
    ).toEqual(plainJournal)
    expect(['9:20', '09:20:30', '25:00', '09:20:61', 'noon'].map(readInstant)).toEqual([
      33_600,
      33_630,
      null,
      null,
      null,
    ])
    expect(journalAt('/dashboard?day=2026-11-20')).toBe(null)
  })
})

test('candles that had ended at an instant are those before the one in progress, and at least the first', () => {
  const candles = candlesFrom(() => Float64Array.of(0, 60, 120, 180))
  expect([0, 59, 60, 121, 180, 999].map((at) => candlesEndedBy(candles, at).time.length)).toEqual([
    1, 1, 1, 2, 3, 3,
  ])
})

test('candles are finer the shorter a trip was', () => {
  const [entry] = entriesOf([trip('NSE_INFY')])
  if (entry === undefined) throw new Error('no entry')
  const days = (count: number) => ({ ...entry, openedAt: TEN - count * 86_400_000 })
  const interval = (count: number) => candlesAround(days(count), '2026-11-25' as IstDate)[0]?.interval
  expect([0, 4, 5, 29, 30, 400].map(interval)).toEqual(['min', 'min', '5min', '5min', 'hour', 'day'])
})
