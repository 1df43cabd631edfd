import { isSquareOffDue } from '../../src/domain/deployments/decide.ts'
import type { ExitCause } from '../../src/domain/deployments/deployment.ts'
import { hitAt, levelsOf } from '../../src/domain/deployments/levels.ts'
import { formatRupees } from '../../src/domain/format.ts'
import type { Instrument } from '../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../src/domain/money.ts'
import { epochMs, type IstDate, toIstDate } from '../../src/domain/time.ts'
import { termsOf } from '../broker/instrument-terms.ts'
import { tradingDayOf } from '../broker/runtime/agenda.ts'
import { isPlausiblePrint } from '../market/live/plausible-print.ts'
import { betweenCandles, type Decisions } from './decided.ts'
import { lanePnlToday, levelRulesOf, pnlOf } from './figures.ts'
import { type Commit, groupOf, type Lane, type Run } from './lane.ts'
import type { AutomationParts } from './parts.ts'
import { type OpenTrade, onDay } from './run-state.ts'
import { endEntryProposals } from './trade-end.ts'

type WatchParts = Pick<AutomationParts, 'broker' | 'live' | 'instruments' | 'options'>

/** Since the last look, or after a start at the price of now. */
const hitSince = (
  { live, broker }: WatchParts,
  lane: Lane,
  run: Run,
  trade: OpenTrade,
  contract: Instrument,
): ExitCause | null => {
  const market = broker.marketNow()
  const levels = levelsOf(levelRulesOf(lane, run), trade)
  const isHit = (price: number): ExitCause | null => hitAt(levels, trade.side, price)
  if (!run.isLookedAt) {
    const quote = market.quoteOf(termsOf(contract, market.day))
    const hit = quote === null ? null : isHit(toRupees(quote.lastPrice))
    if (hit !== null) return hit
  }
  for (const print of live.prints(contract, epochMs(run.state.watchedAt), market.at)) {
    const hit = isHit(toRupees(print.price))
    if (hit !== null && isPlausiblePrint(live, contract, print)) return hit
  }
  return null
}

const findCause = (
  parts: WatchParts,
  lane: Lane,
  run: Run,
  trade: OpenTrade,
  contract: Instrument,
): ExitCause | null => {
  const market = parts.broker.marketNow()
  const isOfEarlierDay = lane.params.product === 'MIS' && toIstDate(trade.enteredAt) !== toIstDate(market.at)
  if (isOfEarlierDay || isSquareOffDue(market.at, lane.params)) return 'square-off'
  return hitSince(parts, lane, run, trade, contract)
}

/** At the end of its trading hours all legs are exited in one step, at its own stop a leg alone. */
const exitedWith = (lane: Lane, run: Run, cause: ExitCause): readonly Run[] =>
  cause === 'square-off' ? groupOf(lane, run).runs : [run]

export const watchRun = async (
  parts: WatchParts,
  decisions: Decisions,
  lane: Lane,
  run: Run,
): Promise<void> => {
  const { trade, phase } = run.state
  if (trade === null || phase !== 'in') return
  const market = parts.broker.marketNow()
  const contract = await parts.instruments.look(trade.contract)
  // One that is no longer listed was settled, which the exit finds out.
  if (contract === null) {
    await decisions.exit(lane, [run], 'square-off', betweenCandles(market.at))
    return
  }
  // Auction prices cannot be exited at; the first print of continuous trading can.
  if (market.phaseOf(termsOf(contract, market.day)) !== 'continuous') return
  const cause = findCause(parts, lane, run, trade, contract)
  run.isLookedAt = true
  if (cause === null) run.state = { ...run.state, watchedAt: market.at }
  else await decisions.exit(lane, exitedWith(lane, run, cause), cause, betweenCandles(market.at))
}

/** Counts begin anew with the trading day; what was gained until the previous close is none of its P&L. */
export const rollDay = async (
  { parts, commit }: { readonly parts: AutomationParts; readonly commit: Commit },
  lane: Lane,
  at: number,
): Promise<void> => {
  const day = tradingDayOf(epochMs(at), parts.calendar)
  const old = lane.runs.filter(({ state }) => state.day < day)
  if (old.length === 0) return
  const carried = new Map<Run, OpenTrade>()
  for (const run of old) {
    const { trade } = run.state
    if (trade === null) continue
    const contract = await parts.instruments.look(trade.contract)
    const close = contract === null ? null : closeBefore(parts, contract, day)
    carried.set(run, {
      ...trade,
      carried: { pnl: pnlOf(trade, close ?? trade.averagePrice), charges: trade.charges },
    })
  }
  await commit(lane, at, (step) => {
    for (const run of old)
      step.run(run, { ...onDay(run.state, day), trade: carried.get(run) ?? run.state.trade })
  })
}

/** Rupees: the close of the trading day before `day`; before its first trade the last price is that. */
const closeBefore = ({ broker }: WatchParts, contract: Instrument, day: IstDate): number | null => {
  const market = broker.marketNow()
  const quote = market.quoteOf(termsOf(contract, market.day))
  if (quote === null) return null
  return toRupees(toIstDate(quote.at) < day ? quote.lastPrice : quote.previousClose)
}

/** At its day loss a deployment exits what it holds and pauses. */
export const watchLoss = async (
  parts: WatchParts,
  commit: Commit,
  decisions: Decisions,
  lane: Lane,
): Promise<void> => {
  const { lossPerDay } = lane.deployment.limits
  if (lossPerDay === null || (lane.status !== 'running' && lane.status !== 'paused')) return
  const { at } = parts.broker.marketNow()
  const loss = -(await lanePnlToday(parts, lane, toIstDate(at)))
  if (loss < lossPerDay) return
  const reason = `Day loss: its limit is ${formatRupees(lossPerDay)}; it has lost ${formatRupees(loss)}`
  if (lane.status === 'running')
    await commit(lane, at, (step) => {
      step.status('paused', reason)
      endEntryProposals(step, lane, 'The day loss limit was reached', at)
      step.line({ kind: 'paused', sentence: `Paused. ${reason}` })
    })
  for (const { runs } of lane.groups) await decisions.exit(lane, runs, 'loss-limit', betweenCandles(at))
}
