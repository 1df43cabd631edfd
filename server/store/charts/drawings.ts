import type { Kysely } from 'kysely'
import type { Drawing } from '../../../src/domain/charts/drawings/drawing.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { UserId } from '../../user.ts'
import type { Database } from '../schema.ts'

export interface ChartOfUser {
  readonly owner: UserId
  readonly instrument: InstrumentId
}

/** The lowest first. */
export const listDrawings = async (
  db: Kysely<Database>,
  { owner, instrument }: ChartOfUser,
): Promise<readonly Drawing[]> => {
  const rows = await db
    .selectFrom('drawing')
    .select('body')
    .where('owner_id', '=', owner)
    .where('sym', '=', instrument)
    .orderBy('place')
    .execute()
  return rows.map(({ body }) => JSON.parse(body) as Drawing)
}

export const countDrawings = async (
  db: Kysely<Database>,
  { owner, instrument }: ChartOfUser,
): Promise<{ readonly ofUser: number; readonly onChart: number }> => {
  const counts = await db
    .selectFrom('drawing')
    .select(['sym', ({ fn }) => fn.countAll<number | string>().as('count')])
    .where('owner_id', '=', owner)
    .groupBy('sym')
    .execute()
  return {
    ofUser: counts.reduce((sum, { count }) => sum + Number(count), 0),
    onChart: Number(counts.find(({ sym }) => sym === instrument)?.count ?? 0),
  }
}

/** A new one lies on top; one that is there keeps its place and its chart. */
export const putDrawings = async (
  db: Kysely<Database>,
  { owner, instrument }: ChartOfUser,
  drawings: readonly Drawing[],
): Promise<void> => {
  const { top } = await db
    .selectFrom('drawing')
    .select(({ fn }) => fn.max('place').as('top'))
    .where('owner_id', '=', owner)
    .where('sym', '=', instrument)
    .executeTakeFirstOrThrow()
  for (const [index, drawing] of drawings.entries()) {
    const body = JSON.stringify(drawing)
    await db
      .insertInto('drawing')
      .values({ owner_id: owner, id: drawing.id, sym: instrument, place: (top ?? 0) + 1 + index, body })
      .onConflict((conflict) => conflict.columns(['owner_id', 'id']).doUpdateSet({ body }))
      .execute()
  }
}

export const removeDrawings = async (
  db: Kysely<Database>,
  { owner, instrument }: ChartOfUser,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await db
    .deleteFrom('drawing')
    .where('owner_id', '=', owner)
    .where('sym', '=', instrument)
    .where('id', 'in', ids)
    .execute()
}
