import { paramsOn } from '../../src/domain/backtests/own-rules.ts'
import { nextTrading } from '../../src/domain/calendar/next-trading.ts'
import { lastClosedCandle, nextCandleToClose } from '../../src/domain/charts/candle-close.ts'
import { afterCandle, decideAtClose, type JudgedCandle } from '../../src/domain/deployments/decide.ts'
import { type LogCause, type LoggedValue, lateAfterMs } from '../../src/domain/deployments/deployment.ts'
import { checkedWords, gapWords, skippedWords } from '../../src/domain/deployments/log-words.ts'
import { ruleInNumbers } from '../../src/domain/deployments/rule-in-numbers.ts'
import { isAlways } from '../../src/domain/strategies/condition/constant.ts'
import { toIstDate } from '../../src/domain/time.ts'
import type { Decisions } from './decided.ts'
import { type Commit, type Group, groupOf, isHeld, isOver, type Lane, type Run, type Step } from './lane.ts'
import type { BarTruth, CandleExtremes, RuleTruths } from './rule-truths.ts'
import type { RunState } from './run-state.ts'

export interface ClosedBar {
  readonly start: number
  readonly end: number
  /** When its orders fill: its end, or the next open where trading has ended with it. */
  readonly fillsAt: number
  /** End of the candle judged before it, where candles in between were missed. */
  readonly missedSince: number | null
}

const choosesContract = ({ leg, instrument }: Run): boolean =>
  leg !== null || instrument.segment === 'INDICES'

export const barToJudge = (run: Run, at: number): ClosedBar | null => {
  if (at < run.closesAt) return null
  const { lastBar } = run.state
  const bar = lastClosedCandle(at, run.grid)
  if (bar.start <= lastBar) {
    run.closesAt = nextCandleToClose(at, run.grid).end
    return null
  }
  const before = lastClosedCandle(bar.start, run.grid)
  const judged = nextCandleToClose(lastBar, run.grid)
  const fillsAt = nextTrading(bar.end, run.grid.group, run.grid.calendar)
  // Contracts are chosen when they are entered: over night strikes move, and contracts expire.
  if (choosesContract(run) && fillsAt > at) {
    run.closesAt = fillsAt
    return null
  }
  return {
    ...bar,
    fillsAt,
    missedSince: before.start > lastBar ? judged.end : null,
  }
}

export interface JudgedBar {
  readonly bar: ClosedBar
  readonly entry: BarTruth
  readonly exit: BarTruth
  readonly held: CandleExtremes | null
}

/** An index has other prices than its future, whose position a trailing stop follows. */
const extremesOf = async (
  truths: RuleTruths,
  { lane, run, bar }: { readonly lane: Lane; readonly run: Run; readonly bar: ClosedBar },
): Promise<CandleExtremes | null> => {
  const { trade } = run.state
  if (trade === null || lane.params.trailing === undefined) return null
  return truths.candle({ instrument: trade.contract, interval: lane.params.interval }, bar.start)
}

export const judgeBar = async (
  truths: RuleTruths,
  lane: Lane,
  run: Run,
  bar: ClosedBar,
): Promise<JudgedBar | null> => {
  const after = run.state.lastBar
  const [entry, exit, held] = await Promise.all([
    truths.at(run.entry, bar.start, after),
    truths.at(run.exit, bar.start, after),
    extremesOf(truths, { lane, run, bar }),
  ])
  return entry === null || exit === null ? null : { bar, entry, exit, held }
}

const valuesFor = (isHeld: boolean, { entry, exit }: JudgedBar): readonly LoggedValue[] =>
  (isHeld ? exit : entry).values

const whyOf = ({ params }: Lane, { lead }: Group, isHeld: boolean, { entry, exit }: JudgedBar): string => {
  if (isHeld && !exit.isTrue) return 'the exit rule was true at a candle that was missed'
  const own = paramsOn(params, lead.segSym)
  const condition = isHeld ? own.exit : own.entry
  return isAlways(condition) ? '' : ruleInNumbers(condition, (isHeld ? exit : entry).values)
}

/** Candles missed while nothing ran make no entry, and neither does one that closed too long ago. */
const mayEnter = (lane: Lane, { bar }: JudgedBar, at: number): boolean =>
  bar.missedSince === null && at - bar.fillsAt <= lateAfterMs(lane.params.interval)

/** A candle's extremes move a trailing stop, if the position was opened before it or right at its beginning. */
const withCandle = (lane: Lane, state: RunState, { bar, held }: JudgedBar): RunState => {
  const { trade } = state
  const next = { ...state, lastBar: bar.start }
  if (trade === null || held === null) return next
  const isWhole = trade.enteredAt - bar.start <= lateAfterMs(lane.params.interval)
  return isWhole ? { ...next, trade: afterCandle(trade, held) } : next
}

const endProposal = (step: Step, lane: Lane, run: Run, outcome: string, at: number): void => {
  for (const proposal of lane.proposals.values()) {
    if (proposal.segSym !== run.segSym || proposal.intent !== 'entry') continue
    step.proposal({ ...proposal, status: 'ended', outcome, endedAt: at })
    step.line({
      kind: 'dropped',
      segSym: run.segSym,
      bar: proposal.bar,
      cause: 'rule',
      sentence: `Proposal ended without an order: ${outcome}`,
    })
  }
}

export interface CloseParts {
  readonly commit: Commit
  readonly decisions: Decisions
}

interface JudgedLine {
  readonly kind: 'evaluated' | 'skipped'
  readonly sentence: string
  readonly cause: LogCause | null
}

const skipped = (cause: LogCause, why: string, values: readonly LoggedValue[]): JudgedLine => ({
  kind: 'skipped',
  sentence: skippedWords(why, values),
  cause,
})

const noteJudged = (
  step: Step,
  lane: Lane,
  run: Run,
  judged: JudgedBar,
  { at, line }: { readonly at: number; readonly line: JudgedLine | null },
): RunState => {
  const { bar } = judged
  const isIn = isHeld(groupOf(lane, run))
  if (bar.missedSince !== null)
    step.line({
      kind: 'gap',
      segSym: run.segSym,
      bar: bar.start,
      since: bar.missedSince,
      sentence: gapWords(bar.missedSince, bar.end),
    })
  if (line !== null)
    step.line({ ...line, segSym: run.segSym, bar: bar.start, values: valuesFor(isIn, judged) })
  const isOver = run.state.phase === 'proposed' && !judged.entry.isTrue
  const state = withCandle(lane, run.state, judged)
  if (!isOver) return state
  endProposal(step, lane, run, 'The rule is false again', at)
  const notProposed = { phase: 'flat', note: 'proposal ended' } as const
  for (const other of groupOf(lane, run).runs)
    if (other !== run) step.run(other, { ...other.state, ...notProposed })
  return { ...state, ...notProposed }
}

const isFlat = ({ runs }: Group): boolean => runs.every(({ state }) => state.phase === 'flat')

const isAtRest = ({ state: { phase } }: Run): boolean =>
  phase === 'flat' || phase === 'in' || phase === 'unfilled'

/** Exits and entries of one judged candle. Exits of all instruments come before entries: `which` says the turn. */
export const actOnBar = async (
  { commit, decisions }: CloseParts,
  lane: Lane,
  group: Group,
  judged: JudgedBar,
  { at, which }: { readonly at: number; readonly which: 'exits' | 'entries' },
): Promise<void> => {
  const { bar, entry, exit } = judged
  const run = group.lead
  const isIn = isHeld(group)
  if (isIn !== (which === 'exits')) return
  if (run.state.lastBar >= bar.start) return
  const isExit = isIn ? exit.wasTrue : exit.isTrue
  const candle: JudgedCandle = { fillsAt: bar.fillsAt, isEntry: entry.isTrue, isExit }
  const isFree = isIn ? group.runs.every(isAtRest) : isOver(group) && isFlat(group)
  const verdict = decideAtClose(lane.params, { counts: run.state.counts, isHeld: isIn }, candle)
  const values = valuesFor(isIn, judged)
  const reason = {
    bar: bar.start,
    at: choosesContract(run) ? bar.fillsAt : bar.end,
    fillsAt: bar.fillsAt,
    values,
    why: whyOf(lane, group, isIn, judged),
    judged: (step: Step) => noteJudged(step, lane, run, judged, { at, line: null }),
  }
  const note = (line: JudgedLine | null): Promise<void> =>
    commit(lane, at, (step) => step.run(run, noteJudged(step, lane, run, judged, { at, line })))
  if (verdict.kind === 'nothing' || !isFree)
    return note({ kind: 'evaluated', sentence: checkedWords(isIn, values), cause: null })
  if (verdict.kind === 'exit') {
    const isDecided = await decisions.exit(lane, group.runs, 'signal', reason)
    return isDecided ? undefined : note(null)
  }
  if (verdict.kind === 'skip') return note(skipped('limit', verdict.why, values))
  if (lane.status !== 'running') return note(skipped('paused', `it is ${lane.status}`, values))
  if (!mayEnter(lane, judged, at))
    return note(bar.missedSince === null ? skipped('late', 'the candle closed too long ago', values) : null)
  return decisions.enter(lane, group, reason, toIstDate(bar.fillsAt))
}

export const passBar = (commit: Commit, lane: Lane, run: Run, bar: ClosedBar, at: number): Promise<void> =>
  commit(lane, at, (step) => step.run(run, { ...run.state, lastBar: bar.start }))
