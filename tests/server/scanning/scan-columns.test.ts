import { describe, expect, test } from 'vitest'
import { createScanColumns } from '../../../server/scanning/scan-columns.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { type Candles, candlesFrom } from '../../../src/domain/charts/candle.ts'
import { candlesOn } from '../../../src/domain/charts/candle-close.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { addDays, type EpochMs, type IstDate } from '../../../src/domain/time.ts'

const day = (text: string): IstDate => text as IstDate
const at = (text: string): EpochMs => Date.parse(`${text}+05:30`) as EpochMs
const share = (symbol: string) =>
  ({ id: `NSE_${symbol}`, segment: 'NSE', tradingSymbol: symbol }) as unknown as Instrument

/** With the candle in progress; each closes at the count of reads so far. */
const open = (rowsMax?: number) => {
  let version = '1'
  let now = at('2026-11-25T10:20')
  const reads: string[] = []
  const readCandles = async (
    id: InstrumentId,
    { interval, from, to }: { readonly interval: Interval; readonly from: IstDate; readonly to: IstDate },
  ): Promise<Candles> => {
    reads.push(`${id} ${from} ${to}`)
    const times: number[] = []
    for (let date = from; date <= to; date = addDays(date, 1))
      for (const { start } of candlesOn(date, {
        interval,
        calendar: exchangeCalendar,
        group: 'continuous',
      }))
        if (start <= now) times.push(start)
    return candlesFrom((name) => Float64Array.from(times, (time) => (name === 'time' ? time : reads.length)))
  }
  const clock = { now: () => now }
  const columns = createScanColumns({
    readCandles,
    calendar: exchangeCalendar,
    clock,
    version: async () => version,
    ...(rowsMax === undefined ? {} : { rowsMax }),
  })
  return {
    columns,
    reads,
    importMore: (): void => {
      version += '1'
    },
    goTo: (text: string): void => {
      now = at(text)
    },
  }
}

/** The day after it is a holiday. */
const since = day('2026-11-23')
const ofShare = (symbol: string) => ({ instrument: share(symbol), interval: 'hour' as const, since })

describe('the candles of a universe', () => {
  test('are read once, and what has closed since is joined on', async () => {
    const { columns, reads, goTo } = open()
    const first = await columns.closed(ofShare('A'))
    expect(first.time.at(-1)).toBe(at('2026-11-25T09:15'))
    expect(columns.isReady(ofShare('A'))).toBe(true)
    await columns.closed(ofShare('A'))
    expect(reads).toEqual(['NSE_A 2026-11-23 2026-11-25'])

    goTo('2026-11-25T12:16')
    expect(columns.isReady(ofShare('A'))).toBe(false)
    const later = await columns.closed(ofShare('A'))
    expect(reads.slice(1)).toEqual(['NSE_A 2026-11-25 2026-11-25'])
    expect([...later.time.slice(-3)]).toEqual(
      ['09:15', '10:15', '11:15'].map((clock) => at(`2026-11-25T${clock}`)),
    )
    expect([...later.close.slice(-3)]).toEqual([1, 2, 2])
  })

  test('as of an earlier time have no later candle, and need no reading for one that has closed since', async () => {
    const { columns, reads, goTo } = open()
    const first = await columns.closed(ofShare('A'))
    const then = at('2026-11-25T10:20')
    goTo('2026-11-25T12:20')
    expect([columns.isReady(ofShare('A'), then), columns.isReady(ofShare('A'))]).toEqual([true, false])
    expect([...(await columns.closed(ofShare('A'), then)).time]).toEqual([...first.time])
    expect(reads).toHaveLength(1)
    const later = await columns.closed(ofShare('A'))
    expect(later.time.length).toBe(first.time.length + 2)
    expect([...(await columns.closed(ofShare('A'), then)).time]).toEqual([...first.time])
    expect([...(await columns.closed(ofShare('B'), then)).time]).toEqual([...first.time])
  })

  test('go on over a night, and begin with the day that is asked for', async () => {
    const { columns, goTo } = open()
    await columns.closed(ofShare('A'))
    goTo('2026-11-26T10:20')
    const all = await columns.closed(ofShare('A'))
    expect(all.time.length).toBe(2 * 7 + 1)
    const short = await columns.closed({ ...ofShare('A'), since: day('2026-11-25') })
    expect(short.time[0]).toBe(at('2026-11-25T09:15'))
  })

  test('have the one in progress apart', async () => {
    const { columns, goTo } = open()
    expect([...(await columns.inProgress(ofShare('A'))).time]).toEqual([at('2026-11-25T10:15')])
    goTo('2026-11-25T16:00')
    expect((await columns.inProgress(ofShare('A'))).time.length).toBe(0)
  })

  test('share the column of their times, and are dropped oldest first where there are too many', async () => {
    const { columns } = open(20)
    const [a, b] = [await columns.closed(ofShare('A')), await columns.closed(ofShare('B'))]
    expect(b.time.buffer).toBe(a.time.buffer)
    expect(columns.rows()).toBe(16)
    await columns.closed(ofShare('C'))
    expect(columns.rows()).toBe(16)
    expect([columns.isReady(ofShare('A')), columns.isReady(ofShare('C'))]).toEqual([false, true])
  })
})

describe('candles that are imported meanwhile', () => {
  test('are read anew', async () => {
    const { columns, reads, importMore } = open()
    await columns.refresh()
    await columns.closed(ofShare('A'))
    await columns.refresh()
    expect(columns.isReady(ofShare('A'))).toBe(true)
    importMore()
    await columns.refresh()
    expect(columns.isReady(ofShare('A'))).toBe(false)
    await columns.closed(ofShare('A'))
    expect(reads).toEqual(Array.from({ length: 2 }, () => 'NSE_A 2026-11-23 2026-11-25'))
  })
})

describe('days of an earlier start', () => {
  test('are taken where they are not later than now', async () => {
    const { columns, reads, goTo } = open()
    const wanted = { instrument: share('A'), interval: 'day' as const, since }
    goTo('2026-11-25T16:00')
    await columns.closed(wanted)
    await columns.closed(ofShare('B'))
    const kept = columns.days()
    expect(kept.map(([key]) => key)).toEqual(['day NSE_A'])

    const later = open()
    later.goTo('2026-11-26T16:00')
    later.columns.take(kept)
    await later.columns.closed(wanted)
    expect(later.reads).toEqual(['NSE_A 2026-11-25 2026-11-26'])

    const earlier = open()
    earlier.goTo('2026-11-23T16:00')
    earlier.columns.take(kept)
    expect(earlier.columns.isReady(wanted)).toBe(false)
    expect(reads).toHaveLength(2)
  })
})
