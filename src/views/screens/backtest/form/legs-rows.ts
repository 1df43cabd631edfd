import type { LegTrade, OptionFills } from '../../../../domain/backtests/backtest.ts'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import type { BacktestRow } from '../../../../machines/backtests/backtest-rows.ts'

export interface LegRow {
  readonly key: string
  /** The trade's number in its report, from 1 in order of entry. */
  readonly group: number
  /** `NIFTY26N1724000CE` */
  readonly symbol: string
  readonly leg: LegTrade
}

export const legRowsOf = (rows: readonly BacktestRow[]): readonly LegRow[] =>
  rows
    .flatMap(({ instrument, result }) =>
      (result?.tradeLog ?? []).flatMap((trade, index) =>
        (trade.legs ?? []).map((leg, at) => ({
          key: `${instrument}#${index}#${at}`,
          group: index + 1,
          symbol: tradingSymbolOf(leg.contract.instrument),
          leg,
        })),
      ),
    )
    .sort((one, other) => other.leg.entryAt - one.leg.entryAt)

export const filterLegs = (rows: readonly LegRow[], text: string): readonly LegRow[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(({ symbol, leg }) => {
    const line = `${symbol} ${leg.side} ${leg.reason} ${leg.entryMark} ${leg.exitMark}`.toLowerCase()
    return words.every((word) => line.includes(word))
  })
}

/** `12 of 40 fills by the model, 31.5 % of the P&L` */
export const fillsInWords = (rows: readonly BacktestRow[]): string => {
  const fills = rows.flatMap(({ result }) => (result?.optionFills === undefined ? [] : [result.optionFills]))
  const sum = (figure: (of: OptionFills) => number) => fills.reduce((total, of) => total + figure(of), 0)
  const model = sum((of) => of.model)
  const all = model + sum((of) => of.traded)
  if (model === 0) return 'all fills at traded prices'
  const [only, ...others] = fills
  const share =
    only === undefined || others.length > 0 || only.modelShare === null
      ? ''
      : `, ${only.modelShare.toFixed(1)} % of the P&L`
  return `${model} of ${all} fills at model prices${share}`
}
