import { deleteChartLayout, getChartLayouts, saveChartLayout } from '../../contract/charts/layouts.ts'
import type { SavedLayout } from '../../machines/charts/saved-layouts.ts'
import type { HttpClient } from '../../platform/http-client.ts'

export const list = (http: HttpClient, signal: AbortSignal): Promise<readonly SavedLayout[]> =>
  http.call(getChartLayouts, { signal })

export const save = (http: HttpClient, layout: SavedLayout, signal: AbortSignal): Promise<unknown> =>
  http.call(saveChartLayout, { body: layout, signal })

export const remove = (http: HttpClient, name: string, signal: AbortSignal): Promise<unknown> =>
  http.call(deleteChartLayout, { query: { name }, signal })
