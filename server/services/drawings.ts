import type { BodyOf, ReplyOf } from '../../src/contract/call-types.ts'
import { changeDrawings, getDrawings } from '../../src/contract/charts/drawings.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { DRAWINGS_MAX, problemOf } from '../../src/domain/charts/drawings/drawing.ts'
import { parseInstrumentId } from '../../src/domain/instruments/instrument.ts'
import { Refusal } from '../refusal.ts'
import {
  type ChartOfUser,
  countDrawings,
  listDrawings,
  putDrawings,
  removeDrawings,
} from '../store/charts/drawings.ts'
import type { Store } from '../store/database/database.ts'
import { inTransaction } from '../store/database/transaction.ts'
import type { User } from '../user.ts'

export const DRAWINGS_OF_USER_MAX = 10_000

type Asker = Pick<User, 'id'>

const chartOf = (call: Endpoint, { id: owner }: Asker, sym: string): ChartOfUser => {
  const instrument = parseInstrumentId(sym)?.id
  if (instrument === undefined)
    throw new Refusal('MALFORMED', call.failure, {
      issues: [`sym: ${JSON.stringify(sym)} is not a segment_symbol`],
    })
  return { owner, instrument }
}

export const createDrawings = ({ store }: { readonly store: Store }) => ({
  list: async (user: Asker, sym: string): Promise<ReplyOf<typeof getDrawings>> =>
    (await listDrawings(store.db, chartOf(getDrawings, user, sym))).map((drawing) => ({
      ...drawing,
      points: [...drawing.points],
    })),

  async change(user: Asker, { sym, saved, removed }: BodyOf<typeof changeDrawings>): Promise<null> {
    const chart = chartOf(changeDrawings, user, sym)
    const issues = saved.flatMap((drawing, index) => {
      const problem = problemOf(drawing)
      return problem === null ? [] : [`body.saved.${index}: ${problem}`]
    })
    if (issues.length > 0) throw new Refusal('MALFORMED', changeDrawings.failure, { issues })
    await inTransaction(store, async (trx) => {
      await removeDrawings(trx, chart, removed)
      await putDrawings(trx, chart, saved)
      if (saved.length === 0) return
      const { ofUser, onChart } = await countDrawings(trx, chart)
      if (onChart > DRAWINGS_MAX)
        throw new Refusal('CONFLICT', `At most ${DRAWINGS_MAX} drawings on a chart; remove some first`)
      if (ofUser > DRAWINGS_OF_USER_MAX)
        throw new Refusal(
          'CONFLICT',
          `At most ${DRAWINGS_OF_USER_MAX} drawings on all charts; remove some first`,
        )
    })
    return null
  },
})

export type Drawings = ReturnType<typeof createDrawings>
