/** Heights by the id of a pane, as shares of the usual one; 1 where absent. */
export type PaneShares = Readonly<Record<string, number>>

export const paneActs = ['next', 'previous', 'taller', 'shorter', 'up', 'down'] as const
export type PaneAct = (typeof paneActs)[number]

export const PANE_NAME_MAX = 200
export const PANE_SHARE_MIN = 0.4
export const PANE_SHARE_MAX = 5
const KEPT_MAX = 10
const STEP = 1.25

interface PanedLine {
  readonly indicator: string
  readonly pane: string
}

export const panesOf = (lines: readonly Pick<PanedLine, 'pane'>[]): readonly string[] => [
  ...new Set(lines.map(({ pane }) => pane).filter((pane) => pane !== 'price')),
]

export const boundedShare = (share: number): number =>
  Math.round(Math.min(PANE_SHARE_MAX, Math.max(PANE_SHARE_MIN, share)) * 100) / 100

export const withShare = (shares: PaneShares, pane: string, share: number): PaneShares =>
  Object.fromEntries(
    [...Object.entries(shares).filter(([id]) => id !== pane), [pane, boundedShare(share)] as const].slice(
      -KEPT_MAX,
    ),
  )

export const stepShare = (shares: PaneShares, pane: string, by: 1 | -1): PaneShares =>
  withShare(shares, pane, (shares[pane] ?? 1) * STEP ** by)

export const paneBeside = (panes: readonly string[], chosen: string | null, by: 1 | -1): string | null => {
  if (panes.length === 0) return null
  const place = chosen === null ? -1 : panes.indexOf(chosen)
  if (place < 0) return panes.at(by === 1 ? 0 : -1) ?? null
  return panes[(place + by + panes.length) % panes.length] ?? null
}

/** The order of indicators in which this pane has changed places with its neighbour; those over the candles stay. */
export const withPaneMoved = (
  indicators: readonly string[],
  lines: readonly PanedLine[],
  pane: string,
  by: 1 | -1,
): readonly string[] => {
  const panes = [...panesOf(lines)]
  const from = panes.indexOf(pane)
  const other = panes[from + by]
  if (from < 0 || other === undefined) return indicators
  panes[from] = other
  panes[from + by] = pane
  const rankOf = (indicator: string): number =>
    panes.indexOf(lines.find((line) => line.indicator === indicator)?.pane ?? '')
  const own = indicators.filter((one) => rankOf(one) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b))
  let next = 0
  return indicators.map((one) => (rankOf(one) >= 0 ? (own[next++] ?? one) : one))
}

export const readShares = (kept: unknown): PaneShares =>
  typeof kept === 'object' && kept !== null
    ? Object.fromEntries(
        Object.entries(kept)
          .filter((pair): pair is [string, number] => typeof pair[1] === 'number' && Number.isFinite(pair[1]))
          .map(([pane, share]) => [pane, boundedShare(share)] as const)
          .slice(-KEPT_MAX),
      )
    : {}
