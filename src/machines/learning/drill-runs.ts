import { type DrillKind, type DrillRun, runningDrill } from '../../domain/learning/drills/drill.ts'
import { DAY_MS } from '../../domain/time.ts'
import { createKeptCurrentMachine, type KeptCurrentRequest } from '../kept-current.ts'
import { createRequestMachine, type RequestEvent } from '../request.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly drills: KeptCurrentRequest
    readonly drillAct: Extract<RequestEvent<DrillAct>, { readonly type: 'request.send' }>
  }
  interface Machines {
    readonly drills: typeof drillsMachine
    readonly drillAct: typeof drillActMachine
  }
}

/** Null ends the running one. */
export type DrillAct = { readonly kind: DrillKind; readonly share: string | null } | null

const RUNNING_MS = 2_000

/** Newest first. Asked for again while one runs; otherwise after each act. */
export const drillsMachine = createKeptCurrentMachine<readonly DrillRun[]>({
  id: 'drills',
  failure: 'Error loading drills',
  everyMs: (drills) => (runningDrill(drills) === null ? DAY_MS : RUNNING_MS),
})

export const drillActMachine = createRequestMachine<DrillAct, null>({
  id: 'drillAct',
  failure: 'The drill could not be changed',
})
