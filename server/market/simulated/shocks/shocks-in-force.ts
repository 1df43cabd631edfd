import { istDayNumber } from '../../../../src/domain/time.ts'
import type { MarketShock } from './market-shock.ts'

/** Shocks of one market, alike in every process and thread that makes it. */
export interface ShocksInForce {
  /** Another array once they have changed. */
  list(): readonly MarketShock[]
  onDay(day: number): readonly MarketShock[]
  idsBetween(fromDay: number, toDay: number): readonly string[]
  bringIntoForce(shocks: readonly MarketShock[]): void
}

const none: readonly MarketShock[] = []

const idsOf = (shocks: readonly MarketShock[]): string => shocks.map(({ id }) => id).join(' ')

const sorted = (shocks: readonly MarketShock[]): readonly MarketShock[] =>
  shocks.toSorted((one, other) => one.startsAt - other.startsAt)

const byDay = (shocks: readonly MarketShock[]): ReadonlyMap<number, readonly MarketShock[]> => {
  const days = new Map<number, MarketShock[]>()
  for (const shock of shocks) {
    const day = istDayNumber(shock.startsAt)
    days.set(day, [...(days.get(day) ?? []), shock])
  }
  return days
}

export const createShocksInForce = (initial: readonly MarketShock[] = none): ShocksInForce => {
  let list = sorted(initial)
  let days = byDay(list)
  return {
    list: () => list,
    onDay: (day) => days.get(day) ?? none,
    idsBetween: (fromDay, toDay) =>
      list.flatMap(({ id, startsAt }) => {
        const day = istDayNumber(startsAt)
        return day >= fromDay && day <= toDay ? [id] : []
      }),
    bringIntoForce(shocks) {
      if (idsOf(shocks) === idsOf(list)) return
      list = sorted(shocks)
      days = byDay(list)
    },
  }
}

/** For caches of prices: the returned check calls `forget` once after the shocks of days have changed. */
export const createShocksCheck = (
  shocks: ShocksInForce,
  forget: (isChanged: (day: number) => boolean) => void,
): (() => void) => {
  let known = shocks.list()
  return () => {
    const list = shocks.list()
    if (list === known) return
    const before = new Set(known.map(({ id }) => id))
    const after = new Set(list.map(({ id }) => id))
    const changed = [...known, ...list].filter(({ id }) => !(before.has(id) && after.has(id)))
    const days = new Set(changed.map(({ startsAt }) => istDayNumber(startsAt)))
    known = list
    forget((day) => days.has(day))
  }
}
