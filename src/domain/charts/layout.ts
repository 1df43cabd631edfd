export const chartSlots = ['first', 'second', 'third', 'fourth'] as const
export type ChartSlot = (typeof chartSlots)[number]

export const chartLinks = ['crosshair', 'range', 'interval', 'symbol'] as const
/** While a link is on, the charts on the chart screen share what it names. */
export type ChartLink = (typeof chartLinks)[number]

export const chartLinkNames: Readonly<Record<ChartLink, string>> = {
  crosshair: 'Crosshair',
  range: 'Range',
  interval: 'Interval',
  symbol: 'Symbol',
}

export const INDICATOR_LENGTH_MAX = 500

export interface ChartLayout {
  /** 1 to 4. */
  readonly count: number
  readonly links: readonly ChartLink[]
}

export const plainLayout: ChartLayout = { count: 1, links: ['crosshair'] }

export const shownSlots = ({ count }: Pick<ChartLayout, 'count'>): readonly ChartSlot[] =>
  chartSlots.slice(0, count)

export const slotAfter = (slot: ChartSlot, by: number, layout: Pick<ChartLayout, 'count'>): ChartSlot => {
  const shown = shownSlots(layout)
  const index = shown.indexOf(slot) + by
  return shown[((index % shown.length) + shown.length) % shown.length] ?? 'first'
}

/** The slots that a change on one of them reaches: all that are shown, where the link is on. */
export const reachedBy = (link: ChartLink, slot: ChartSlot, layout: ChartLayout): readonly ChartSlot[] => {
  const shown = shownSlots(layout)
  return layout.links.includes(link) && shown.includes(slot) ? shown : [slot]
}

/** A part that is missing or unknown becomes the plain one. */
export const readLayout = (kept: unknown): ChartLayout => {
  const { count, links } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<
    Record<keyof ChartLayout, unknown>
  >
  return {
    count:
      typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= chartSlots.length
        ? count
        : plainLayout.count,
    links: Array.isArray(links) ? chartLinks.filter((link) => links.includes(link)) : plainLayout.links,
  }
}
