import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { AlertHit } from '../../src/domain/scanners/alert.ts'
import type { ScanValue } from '../../src/domain/scanners/scan.ts'
import type { Store } from './database/database.ts'
import type { AlertHitTable } from './schema.ts'

export interface RaisedCount {
  readonly hits: number
  readonly symbols: number
}

export interface LoggedHit extends AlertHit {
  readonly raisedAt: number
}

const LAST_SHOWN = 500

export const hitOf = (row: AlertHitTable): LoggedHit => ({
  segSym: row.seg_sym as InstrumentId,
  bar: Number(row.bar),
  raisedAt: Number(row.raised_at),
  price: row.price ?? Number.NaN,
  values: JSON.parse(row.operands) as readonly ScanValue[],
})

export interface RaisedAt {
  readonly at: number
  readonly count: number
}

export interface RaisedSoFar {
  readonly raised: number
  readonly raisedToday: RaisedCount
  /** In the sequence of time. */
  readonly timesToday: readonly RaisedAt[]
  /** Hits of the newest candle, sorted by symbol. */
  readonly lastHits: readonly LoggedHit[]
}

const nothingRaised: RaisedSoFar = {
  raised: 0,
  raisedToday: { hits: 0, symbols: 0 },
  timesToday: [],
  lastHits: [],
}

const timesSince = ({ db }: Store, ids: readonly string[], at: number) =>
  db
    .selectFrom('alert_hit')
    .select(({ fn }) => ['alert_id', 'raised_at', fn.countAll<number>().as('count')])
    .where('alert_id', 'in', ids)
    .where('raised_at', '>=', at)
    .groupBy(['alert_id', 'raised_at'])
    .orderBy('raised_at')
    .execute()

const symbolsSince = ({ db }: Store, ids: readonly string[], at: number) =>
  db
    .selectFrom('alert_hit')
    .select(({ fn }) => ['alert_id', fn.count<number>('seg_sym').distinct().as('symbols')])
    .where('alert_id', 'in', ids)
    .where('raised_at', '>=', at)
    .groupBy('alert_id')
    .execute()

const totalsOf = ({ db }: Store, ids: readonly string[]) =>
  db
    .selectFrom('alert_hit')
    .select(({ fn }) => ['alert_id', fn.countAll<number>().as('raised')])
    .where('alert_id', 'in', ids)
    .groupBy('alert_id')
    .execute()

/** At most `LAST_SHOWN` of each. */
const lastHitsOf = ({ db }: Store, ids: readonly string[]): Promise<readonly AlertHitTable[]> => {
  const last = db
    .selectFrom('alert_hit')
    .select(({ fn }) => ['alert_id as of', fn.max('raised_at').as('at')])
    .where('alert_id', 'in', ids)
    .groupBy('alert_id')
  const counted = db
    .selectFrom('alert_hit')
    .innerJoin(last.as('last'), (join) =>
      join.onRef('alert_id', '=', 'last.of').onRef('raised_at', '=', 'last.at'),
    )
    .selectAll('alert_hit')
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('alert_id').orderBy('seg_sym'))
        .as('place'),
    )
  return db
    .selectFrom(counted.as('counted'))
    .select(['alert_id', 'bar', 'seg_sym', 'raised_at', 'price', 'operands'])
    .where('place', '<=', LAST_SHOWN)
    .orderBy('seg_sym')
    .execute()
}

const byAlert = <Row extends { readonly alert_id: string }>(rows: readonly Row[]): Map<string, Row[]> => {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const known = found.get(row.alert_id)
    if (known === undefined) found.set(row.alert_id, [row])
    else known.push(row)
  }
  return found
}

/** By alert; four queries, however many there are. */
export const raisedSoFar = async (
  store: Store,
  ids: readonly string[],
  since: number,
): Promise<(id: string) => RaisedSoFar> => {
  if (ids.length === 0) return () => nothingRaised
  const [times, symbols, totals, last] = await Promise.all([
    timesSince(store, ids, since),
    symbolsSince(store, ids, since),
    totalsOf(store, ids),
    lastHitsOf(store, ids),
  ])
  const timesBy = byAlert(times)
  const symbolsBy = new Map(symbols.map((row) => [row.alert_id, Number(row.symbols)]))
  const totalBy = new Map(totals.map((row) => [row.alert_id, Number(row.raised)]))
  const lastBy = byAlert(last)
  return (id) => {
    const timesToday = (timesBy.get(id) ?? []).map((row) => ({
      at: Number(row.raised_at),
      count: Number(row.count),
    }))
    const hits = timesToday.reduce((sum, { count }) => sum + count, 0)
    return {
      raised: totalBy.get(id) ?? 0,
      raisedToday: { hits, symbols: symbolsBy.get(id) ?? 0 },
      timesToday,
      lastHits: (lastBy.get(id) ?? []).map(hitOf),
    }
  }
}
