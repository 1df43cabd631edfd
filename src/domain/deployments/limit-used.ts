import { formatNumber } from '../format.ts'
import type { DeploymentLimits } from './deployment.ts'

export interface UsedToday {
  readonly pnl: number
  readonly entries: number
  readonly lossesInARow: number
  /** Value of what is held, at entry prices. */
  readonly held: number
}

export interface LimitUsed {
  /** `2 of 6 entries`, `loss 104%` */
  readonly words: string
  readonly share: number
}

export const LIMIT_NEAR = 0.75

const percent = (share: number): string => `${formatNumber(share * 100, 0)}%`

const counted = (used: number, limit: number, one: string, many: string): LimitUsed => ({
  words: `${used} of ${limit} ${limit === 1 ? one : many}`,
  share: used / limit,
})

/** The limit of which the largest share is used; null without a limit. */
export const nearestLimit = (
  { lossPerDay, entriesPerDay, lossesInARow, capital }: DeploymentLimits,
  used: UsedToday,
): LimitUsed | null => {
  const loss = lossPerDay === null ? 0 : Math.max(0, -used.pnl) / lossPerDay
  const invested = capital === null ? 0 : used.held / capital
  const limits = [
    lossPerDay === null ? null : { words: `loss ${percent(loss)}`, share: loss },
    entriesPerDay === null ? null : counted(used.entries, entriesPerDay, 'entry', 'entries'),
    lossesInARow === null
      ? null
      : counted(used.lossesInARow, lossesInARow, 'loss in a row', 'losses in a row'),
    capital === null ? null : { words: `capital ${percent(invested)}`, share: invested },
  ]
  return limits.reduce<LimitUsed | null>(
    (nearest, limit) => (limit !== null && limit.share > (nearest?.share ?? -1) ? limit : nearest),
    null,
  )
}
