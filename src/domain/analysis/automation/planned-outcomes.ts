import { signOf } from '../../deployments/levels.ts'
import { candleAfter, pricesOf, type WholeTrade } from '../../deployments/parity/day-trade.ts'
import { type Compared, compareOn } from '../../deployments/parity/report.ts'
import { fromRupees, paise } from '../../money.ts'
import { type IstDate, toIstDate } from '../../time.ts'
import type { EndedProposal, MissedOutcome } from './not-acted.ts'

const outcomeOf = (trade: WholeTrade, { candlesOf }: Compared): MissedOutcome | null => {
  const { side, quantity, entry, exit } = trade
  const last = pricesOf(trade, candlesOf)?.close.at(-1)
  const price = exit?.price ?? last
  if (price === undefined) return null
  const gross = signOf(side) * quantity * (price - entry.price)
  return {
    until: exit === null ? 'open' : 'exit',
    paise: fromRupees(gross - entry.charges - (exit?.charges ?? 0)),
  }
}

const sumOf = (legs: readonly WholeTrade[], compared: Compared): MissedOutcome | null => {
  const outcomes = legs.flatMap((leg) => outcomeOf(leg, compared) ?? [])
  if (outcomes.length < legs.length) return null
  return {
    until: outcomes.some(({ until }) => until === 'open') ? 'open' : 'exit',
    paise: paise(outcomes.reduce((sum, outcome) => sum + outcome.paise, 0)),
  }
}

/**
 * By the id of a proposal to enter: the trade of the backtest that the parity report counts as not acted on, up to its
 * planned exit. Those that the backtest does not have are left out.
 */
export const plannedOutcomes = (
  proposals: readonly EndedProposal[],
  compared: Compared,
): ReadonlyMap<string, MissedOutcome> => {
  const found = new Map<string, MissedOutcome>()
  const days = new Map<IstDate, ReturnType<typeof compareOn>>()
  const comparedOn = (day: IstDate): ReturnType<typeof compareOn> => {
    const known = days.get(day) ?? compareOn(compared, day)
    days.set(day, known)
    return known
  }
  for (const { proposalUuid, intent, status, segSym, bar, madeAt } of proposals) {
    if (intent === 'exit' || status === 'sent' || bar === null || toIstDate(madeAt) < compared.since) continue
    const trades = compared.expected.filter((one) => {
      const candles = one.segSym === segSym ? compared.candlesOf(one.segSym) : null
      return candles !== null && one.entry.candle === candleAfter(candles, bar)
    })
    const [trade] = trades
    if (trade === undefined) continue
    const { rows } = comparedOn(toIstDate(trade.entry.at)).parity
    const isMissed = rows.some(
      (row) =>
        row.reason === 'not-acted' &&
        row.intent === 'enter' &&
        row.segSym === segSym &&
        row.candle === trade.entry.candle,
    )
    const outcome = isMissed ? sumOf(trades, compared) : null
    if (outcome !== null) found.set(proposalUuid, outcome)
  }
  return found
}
