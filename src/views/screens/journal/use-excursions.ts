import { useEffect, useMemo, useRef } from 'react'
import type { JournalEntry } from '../../../domain/analysis/journal/structures.ts'
import { candlesAround, keyOfCandles, lengthOfCandle } from '../../../domain/analysis/journal/trip-candles.ts'
import {
  type Excursion,
  excursionOf,
  type LegOfPath,
  type PathStep,
  pathOf,
} from '../../../domain/analysis/journal/trip-path.ts'
import type { Interval } from '../../../domain/charts/interval.ts'
import type { IstDate } from '../../../domain/time.ts'
import type { FoundCandles } from '../../../machines/analysis/trip-candles.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'

/** Candles of a longer list are read for the selected row alone. */
const LISTED_MAX = 60

export type LegsFound =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly legs: readonly LegOfPath[]; readonly interval: Interval }

const legsOf = (entry: JournalEntry, today: IstDate, found: ReadonlyMap<string, FoundCandles>): LegsFound => {
  const asked = candlesAround(entry, today)
  const legs: LegOfPath[] = []
  for (const [index, one] of asked.entries()) {
    const candles = found.get(keyOfCandles(one))
    const trip = entry.legs[index]
    if (candles === undefined || trip === undefined) return { kind: 'loading' }
    if (candles.kind === 'failed') return { kind: 'failed', message: candles.message }
    if (candles.candles.time.length === 0) return { kind: 'none' }
    legs.push({ trip, candles: candles.candles })
  }
  return { kind: 'found', legs, interval: asked[0]?.interval ?? 'min' }
}

export const pathsOf = (found: LegsFound, isHeldOn: boolean): readonly PathStep[] =>
  found.kind === 'found' ? pathOf(found.legs, lengthOfCandle(found.interval), isHeldOn) : []

export interface Excursions {
  readonly of: ReadonlyMap<number, Excursion>
  readonly selected: LegsFound
}

/** Reads the candles around the trips, those of the selected one first. */
export function useExcursions(
  entries: readonly JournalEntry[],
  selected: JournalEntry | null,
  today: IstDate,
): Excursions {
  const { dispatch } = useConsole()
  const found = useSnapshot('tripCandles', ({ context }) => context.found)
  useEffect(() => {
    const listed = entries.length <= LISTED_MAX ? entries : []
    const wanted = [...(selected === null ? [] : [selected]), ...listed].flatMap((entry) =>
      candlesAround(entry, today),
    )
    dispatch({ to: 'tripCandles', event: { type: 'candles.want', wanted } })
  }, [dispatch, entries, selected, today])
  // Candles of a day in progress are read anew when the journal is opened again.
  useEffect(() => () => dispatch({ to: 'tripCandles', event: { type: 'candles.forget' } }), [dispatch])
  const known = useRef(new Map<string, Excursion>())
  const excursions = useMemo(() => {
    const of = new Map<number, Excursion>()
    for (const entry of entries) {
      const legs = legsOf(entry, today, found)
      if (legs.kind !== 'found') continue
      const key = `${entry.id} ${entry.closedAt} ${entry.legs.map(({ fills }) => fills.length).join(' ')}`
      const one = known.current.get(key) ?? excursionOf(pathsOf(legs, false))
      if (one === null) continue
      if (entry.closedAt !== null) known.current.set(key, one)
      of.set(entry.id, one)
    }
    return of
  }, [entries, today, found])
  const ofSelected = useMemo(
    () => (selected === null ? ({ kind: 'none' } as const) : legsOf(selected, today, found)),
    [selected, today, found],
  )
  return { of: excursions, selected: ofSelected }
}
