import type { ReplyOf } from '../../contract/call-types.ts'
import type { getChartLayouts } from '../../contract/charts/layouts.ts'
import { createReloadMachine, type ReloadEvent } from '../reload.ts'
import { createRequestMachine, type RequestEvent } from '../request.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly layoutActs: Extract<RequestEvent<LayoutAct>, { readonly type: 'request.send' }>
    readonly savedLayouts: Extract<ReloadEvent<never>, { readonly type: 'reload.now' }>
  }
  interface Machines {
    readonly layoutActs: typeof layoutActsMachine
    readonly savedLayouts: typeof savedLayoutsMachine
  }
}

export type SavedLayout = ReplyOf<typeof getChartLayouts>[number]

/** `save` keeps what is on screen under the name. */
export interface LayoutAct {
  readonly act: 'save' | 'delete'
  readonly name: string
}

export const savedLayoutsMachine = createReloadMachine<readonly SavedLayout[]>({
  id: 'savedLayouts',
  failure: 'Error fetching chart layouts',
  isQuiet: true,
})

export const layoutActsMachine = createRequestMachine<LayoutAct, LayoutAct>({
  id: 'layoutActs',
  failure: 'Error saving chart layout',
})
