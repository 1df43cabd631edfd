import type { BodyOf, ReplyOf } from '../../src/contract/call-types.ts'
import {
  CHART_LAYOUTS_MAX,
  deleteChartLayout,
  type getChartLayouts,
  saveChartLayout,
} from '../../src/contract/charts/layouts.ts'
import { parseInstrumentId } from '../../src/domain/instruments/instrument.ts'
import { Refusal } from '../refusal.ts'
import { countLayouts, listLayouts, putLayout, removeLayout } from '../store/charts/layouts.ts'
import type { Store } from '../store/database/database.ts'
import { inTransaction } from '../store/database/transaction.ts'
import type { User } from '../user.ts'

type Asker = Pick<User, 'id'>
type Layouts = ReplyOf<typeof getChartLayouts>

export const createChartLayouts = ({ store }: { readonly store: Store }) => ({
  list: async ({ id }: Asker): Promise<Layouts> =>
    (await listLayouts(store.db, id)).map(({ body }) => JSON.parse(body) as Layouts[number]),

  async save({ id }: Asker, layout: BodyOf<typeof saveChartLayout>): Promise<null> {
    const issues = layout.charts.flatMap(({ sym }, index) =>
      parseInstrumentId(sym) === null
        ? [`body.charts.${index}.sym: ${JSON.stringify(sym)} is not a segment_symbol`]
        : [],
    )
    if (issues.length > 0) throw new Refusal('MALFORMED', saveChartLayout.failure, { issues })
    await inTransaction(store, async (trx) => {
      await putLayout(trx, id, { name: layout.name, body: JSON.stringify(layout) })
      if ((await countLayouts(trx, id)) > CHART_LAYOUTS_MAX)
        throw new Refusal('CONFLICT', `At most ${CHART_LAYOUTS_MAX} chart layouts; delete one first`)
    })
    return null
  },

  async remove({ id }: Asker, name: string): Promise<null> {
    if (await removeLayout(store.db, id, name)) return null
    throw new Refusal('NOT_FOUND', `${deleteChartLayout.failure}: no layout is named ${name}`)
  },
})

export type ChartLayouts = ReturnType<typeof createChartLayouts>
