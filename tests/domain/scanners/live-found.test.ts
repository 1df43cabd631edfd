import { describe, expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type LiveFound, nextLiveFound } from '../../../src/domain/scanners/live-found.ts'
import type { FoundRow } from '../../../src/domain/scanners/scan.ts'

const at = (clock: string): number => Date.parse(`2026-11-23T${clock}:00+05:30`)

const row = (symbol: string): FoundRow => ({
  segSym: `NSE_${symbol}` as InstrumentId,
  lastPrice: 100,
  dayChange: 0,
  matchedAt: at('11:00'),
  since: null,
  values: [],
  trail: [],
})

const answer = (clock: string, symbols: readonly string[], loading = 0) => ({
  found: symbols.map(row),
  loading,
  asOf: at(clock),
})

const lastOf = (...answers: readonly ReturnType<typeof answer>[]): LiveFound => {
  let live: LiveFound | null = null
  for (const one of answers) live = nextLiveFound(live, { key: 'a', interval: '15min', answer: one })
  if (live === null) throw new Error('no answer')
  return live
}

const namesOf = ({ fresh, gone }: LiveFound) => ({
  fresh: [...fresh].map((id) => id.slice(4)),
  gone: gone.map(({ segSym }) => segSym.slice(4)),
})

describe('symbols found live', () => {
  test('are fresh where they were not found before', () => {
    expect(namesOf(lastOf(answer('11:00', ['INFY'])))).toEqual({ fresh: [], gone: [] })
    expect(namesOf(lastOf(answer('11:00', ['INFY']), answer('11:01', ['INFY', 'TCS'])))).toEqual({
      fresh: ['TCS'],
      gone: [],
    })
  })

  test('stay while their candle is in progress, unless they are found again', () => {
    const [first, second] = [answer('11:00', ['INFY', 'TCS']), answer('11:01', ['TCS'])]
    expect(namesOf(lastOf(first, second)).gone).toEqual(['INFY'])
    expect(namesOf(lastOf(first, second, answer('11:02', []))).gone).toEqual(['INFY', 'TCS'])
    expect(namesOf(lastOf(first, second, answer('11:02', ['INFY', 'TCS'])))).toEqual({
      fresh: ['INFY'],
      gone: [],
    })
    expect(namesOf(lastOf(first, second, answer('11:15', ['TCS']))).gone).toEqual([])
  })

  test('are no news while candles were being read, nor in another scan', () => {
    const first = answer('11:00', ['INFY'], 2)
    expect(namesOf(lastOf(first, answer('11:01', ['TCS'])))).toEqual({ fresh: [], gone: [] })
    const other = nextLiveFound(lastOf(answer('11:00', ['INFY'])), {
      key: 'b',
      interval: '15min',
      answer: answer('11:01', ['TCS']),
    })
    expect(namesOf(other)).toEqual({ fresh: [], gone: [] })
  })
})
