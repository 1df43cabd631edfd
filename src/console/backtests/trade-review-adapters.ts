import { fromPromise } from 'xstate'
import { isRejectedAs, messageOf, refusedByConsole } from '../../contract/api-error.ts'
import { getCandles } from '../../contract/instruments/instruments.ts'
import { paramsOn } from '../../domain/backtests/own-rules.ts'
import type { EngineClient } from '../../engine/worker/client.ts'
import { findTrade } from '../../machines/backtests/backtest-rows.ts'
import { type Review, tradeReviewMachine } from '../../machines/backtests/trade-review.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import type { RuleSeries } from './rule-series.ts'

export interface ReviewPorts {
  readonly actors: Pick<Actors, 'backtest'>
  readonly http: HttpClient
  readonly engine: EngineClient
}

interface KeptSeries {
  readonly name: string
  readonly series: Promise<RuleSeries>
  readonly stop: () => void
}

/** Keeps the series of one symbol, so that stepping from trade to trade loads nothing. */
export const createTradeReviewer = ({ actors, http, engine }: ReviewPorts) => {
  let kept: KeptSeries | null = null

  const forget = (): void => {
    kept?.stop()
    kept = null
  }

  const keep = (name: string, load: (signal: AbortSignal) => Promise<RuleSeries>): Promise<RuleSeries> => {
    if (kept?.name === name) return kept.series
    forget()
    const aborted = new AbortController()
    const series = load(aborted.signal)
    const mine: KeptSeries = { name, series, stop: () => aborted.abort() }
    kept = mine
    series.catch(() => {
      if (kept === mine) kept = null
    })
    return series
  }

  const review = async (key: string): Promise<Review> => {
    const { params: whole, rows, slug } = actors.backtest.getSnapshot().context
    const found = findTrade(rows, key)
    if (whole === null || found === null)
      throw refusedByConsole('NO_REPORT', 'This trade is not in the run on screen')
    const { loadRuleSeries, reviewOf } = await import('./rule-series.ts')
    const { instrument } = found
    const params = paramsOn(whole, instrument)
    try {
      const series = await keep(`${slug} ${instrument}`, (signal) =>
        loadRuleSeries({ params, instrument }, { http, engine }, signal),
      )
      return reviewOf({ ...found, params, key }, series)
    } catch (error) {
      if (!isRejectedAs(error, 'NO_CANDLES')) throw error
      return { kind: 'gone', reason: messageOf(error, getCandles.failure) }
    }
  }

  return { review, forget }
}

export type TradeReviewer = ReturnType<typeof createTradeReviewer>

export const provideTradeReview = ({ review }: TradeReviewer) =>
  tradeReviewMachine.provide({
    actors: { review: fromPromise(({ input }) => review(input.key)) },
  })

/** A trade belongs to the run on screen. */
export const connectTradeReview = ({ backtest, tradeReview }: Actors, { forget }: TradeReviewer): Undo => {
  const close = () => {
    forget()
    tradeReview.send({ type: 'review.close' })
  }
  return unsubscribeAll([backtest.on('backtest.started', close), backtest.on('backtest.opened', close)])
}
