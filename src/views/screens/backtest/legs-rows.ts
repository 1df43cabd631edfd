import type { LegTrade, OptionFills } from '../../../domain/backtest.ts'
import { parseInstrumentId } from '../../../domain/instrument.ts'
import type { BacktestRow } from '../../../machines/backtest-rows.ts'

/** A leg with the trade it belongs to. */
export interface LegRow {
  readonly key: string
  /** Of the trade within its report, counted from 1 in the order of the entries. */
  readonly group: number
  /** `NIFTY26N1724000CE`. */
  readonly symbol: string
  readonly leg: LegTrade
}

/** Legs of all reports, those of the newest trade first. */
export const legRowsOf = (rows: readonly BacktestRow[]): readonly LegRow[] =>
  rows
    .flatMap(({ instrument, result }) =>
      (result?.tradeLog ?? []).flatMap((trade, place) =>
        (trade.legs ?? []).map((leg, at) => ({
          key: `${instrument}#${place}#${at}`,
          group: place + 1,
          symbol: parseInstrumentId(leg.contract.instrument)?.tradingSymbol ?? leg.contract.instrument,
          leg,
        })),
      ),
    )
    .sort((one, other) => other.leg.entryAt - one.leg.entryAt)

/** Rows that hold every word: of contract, side, reason or how a fill was priced. */
export const filterLegs = (rows: readonly LegRow[], text: string): readonly LegRow[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(({ symbol, leg }) => {
    const line = `${symbol} ${leg.side} ${leg.reason} ${leg.entryMark} ${leg.exitMark}`.toLowerCase()
    return words.every((word) => line.includes(word))
  })
}

/** How all fills of the reports were priced: `12 of 40 fills by the model, 31.5 % of the P&L`. */
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
  return `${model} of ${all} fills by the model${share}`
}
