import { pathOf } from '../../screens.ts'

/** Id of the drill whose debriefing is open; null without one. */
export const readDrills = (query: URLSearchParams): string | null => query.get('drill')

export const pathOfDrills = (drill: string | null = null): string =>
  pathOf('drills', drill === null ? {} : { drill })
