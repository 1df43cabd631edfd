export const chartPlaces = ['first', 'second', 'third', 'fourth'] as const
export type ChartPlace = (typeof chartPlaces)[number]

export const chartLinks = ['crosshair', 'range', 'interval', 'symbol'] as const
/** While a link is on, the charts on the chart screen share what it names. */
export type ChartLink = (typeof chartLinks)[number]

export const chartLinkNames: Readonly<Record<ChartLink, string>> = {
  crosshair: 'Crosshair',
  range: 'Range',
  interval: 'Interval',
  symbol: 'Symbol',
}

export interface ChartLayout {
  /** 1 to 4. */
  readonly count: number
  readonly links: readonly ChartLink[]
}

export const plainLayout: ChartLayout = { count: 1, links: ['crosshair'] }

export const shownPlaces = ({ count }: Pick<ChartLayout, 'count'>): readonly ChartPlace[] =>
  chartPlaces.slice(0, count)

export const placeAfter = (place: ChartPlace, by: number, layout: Pick<ChartLayout, 'count'>): ChartPlace => {
  const shown = shownPlaces(layout)
  const index = shown.indexOf(place) + by
  return shown[((index % shown.length) + shown.length) % shown.length] ?? 'first'
}

/** The places that a change on one of them reaches: all that are shown, where the link is on. */
export const reachedBy = (link: ChartLink, place: ChartPlace, layout: ChartLayout): readonly ChartPlace[] => {
  const shown = shownPlaces(layout)
  return layout.links.includes(link) && shown.includes(place) ? shown : [place]
}

/** A part that is missing or unknown becomes the plain one. */
export const readLayout = (kept: unknown): ChartLayout => {
  const { count, links } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<
    Record<keyof ChartLayout, unknown>
  >
  return {
    count:
      typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= chartPlaces.length
        ? count
        : plainLayout.count,
    links: Array.isArray(links) ? chartLinks.filter((link) => links.includes(link)) : plainLayout.links,
  }
}
