import { beginDrill, endDrill, listDrills } from '../../contract/drills.ts'
import type { DrillAct } from '../../machines/learning/drill-runs.ts'
import type { HttpClient } from '../../platform/http-client.ts'

export const drills = (http: HttpClient, signal: AbortSignal) => http.call(listDrills, { signal })

export const actOnDrill = async (http: HttpClient, act: DrillAct): Promise<null> => {
  await (act === null ? http.call(endDrill, {}) : http.call(beginDrill, { body: act }))
  return null
}
