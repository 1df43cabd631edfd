import type { BacktestParams, FillRule, StopTargetType } from '../../domain/backtests/backtest.ts'
import { intervalLabels } from '../../domain/charts/interval.ts'
import { spanInWords } from '../../domain/dates-in-words.ts'
import { countOf, formatNumber, formatRupees } from '../../domain/format.ts'
import {
  entriesInWords,
  lossesInWords,
  quantityInWords,
  trailingInWords,
} from '../../domain/strategies/in-words.ts'
import { quantityOf } from '../../domain/strategies/strategy-quantity.ts'
import type { SpanCut } from '../../machines/backtests/backtest-symbol.ts'
import { legsInWords } from './legs-in-words.ts'

const stopUnits: Readonly<Record<StopTargetType, (amount: number) => string>> = {
  pct: (amount) => `${amount}%`,
  abs: (amount) => formatRupees(amount, 0),
  pts: (amount) => countOf(amount, 'point'),
}

const fillsInWords: Readonly<Record<FillRule, string>> = {
  next_open: 'fills at next open',
  close: 'fills at the same close (optimistic)',
  close_to_open: 'entry at the close (optimistic), exit at next open',
}

export type SaidOfRun = Partial<Readonly<Record<'size' | 'stop' | 'target', string>>>

export const runInWords = (params: BacktestParams, said: SaidOfRun = {}): string => {
  const { stopLoss, targetProfit, tpslType } = params
  return [
    spanInWords(params.from, params.to),
    intervalLabels[params.interval],
    params.options === undefined ? sideInWords(params) : legsInWords(params.options),
    params.ownRules === undefined ? '' : 'underlyings with rules of their own',
    said.size ?? sizeInWords(params),
    params.product,
    `${params.tradingStartTime}–${params.tradingStopTime}`,
    said.stop ?? (stopLoss === null ? '' : `stop ${stopUnits[tpslType](stopLoss)}`),
    trailingInWords(params.trailing, tpslType),
    said.target ?? (targetProfit === null ? '' : `target ${stopUnits[tpslType](targetProfit)}`),
    entriesInWords(params.entries),
    lossesInWords(params.lossesInARow),
    fillsInWords[params.fill],
    `${slippageInWords(params)} slippage`,
    params.costs ? 'all charges' : 'no charges',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

const sideInWords = ({ side }: BacktestParams): string => (side === 'buy' ? 'long' : 'short')

export const cutInWords = ({ askedFrom, askedTo, cutDays }: SpanCut, interval: string): string =>
  `Cut by ${countOf(cutDays, 'day')}: ${spanInWords(askedFrom, askedTo)} is over the limit for ${interval} candles. Remove the span limits in Settings to run it in full.`

const slippageInWords = ({ slippageBps, slippageTicks }: BacktestParams): string => {
  const bps = `${formatNumber(slippageBps, Number.isInteger(slippageBps) ? 0 : 1)} bps`
  const ticks = countOf(slippageTicks, 'tick')
  if (slippageTicks === 0) return bps
  return slippageBps === 0 ? ticks : `${bps} and ${ticks}`
}

const sizeInWords = ({ size }: BacktestParams): string => {
  return size.kind === 'percent' ? `${size.percent}% of capital` : quantityInWords(quantityOf(size))
}
