import type { BacktestResult, ChargeLine, CumulativeBacktest } from '../../../domain/backtests/backtest.ts'
import { type ReasonedFigure, whyMissing } from '../../../domain/backtests/report-tables/missing-figures.ts'
import {
  countOf,
  formatNumber,
  formatPercent,
  formatRupees,
  formatSignedPercent,
  formatSignedRupees,
} from '../../../domain/format.ts'
import { below } from './report-tiles.ts'

export interface Statistic {
  readonly label: string
  readonly value: string
  /** The meaning, or the reason why there is no value. */
  readonly help: string
}

export interface StatisticGroup {
  readonly title: string
  readonly statistics: readonly Statistic[]
}

const chargeNames: Readonly<Record<ChargeLine['name'], string>> = {
  brokerage: 'Brokerage',
  stt: 'Securities transaction tax',
  transaction: 'Exchange transaction charges',
  sebi: 'SEBI fees',
  stamp: 'Stamp duty',
  gst: 'GST',
  dp: 'Depository charges',
}

export const statisticsOf = (result: BacktestResult): readonly StatisticGroup[] => {
  const why = (figure: ReasonedFigure, help: string) => whyMissing(result, figure) ?? help
  return [
    {
      title: 'Result',
      statistics: [
        { label: 'Net P&L', value: formatSignedRupees(result.finalPnl), help: 'After charges and slippage' },
        { label: 'Gross P&L', value: formatSignedRupees(result.grossPnl), help: 'Before charges' },
        { label: 'Final capital', value: formatRupees(result.finalCapital), help: 'Capital plus net P&L' },
        {
          label: 'Peak capital used',
          value: formatRupees(result.maxCapUsed),
          help: 'Highest value held at one time; base of daily returns',
        },
        {
          label: 'Return',
          value: formatSignedPercent(result.return),
          help: why('return', 'Net P&L as % of capital'),
        },
        {
          label: 'CAGR',
          value: formatSignedPercent(result.cagr),
          help: why('cagr', 'Compound annual growth rate'),
        },
        {
          label: 'Period return',
          value: formatSignedPercent(result.periodReturn),
          help: why('periodReturn', 'Return of the symbol itself over the span'),
        },
      ],
    },
    {
      title: 'Risk',
      statistics: [
        {
          label: 'Sharpe',
          value: formatNumber(result.sharpe),
          help: why('sharpe', 'Mean daily return / standard deviation, annualised'),
        },
        {
          label: 'Sortino',
          value: formatNumber(result.sortino),
          help: why('sortino', 'As Sharpe, with downside deviation only'),
        },
        {
          label: 'Calmar',
          value: formatNumber(result.calmar),
          help: why('calmar', 'CAGR / max drawdown'),
        },
        {
          label: 'Max drawdown',
          value: below(result.maxDraw, (size) => formatPercent(size)),
          help: why('maxDraw', 'Largest peak-to-trough fall'),
        },
        {
          label: 'Max drawdown, ₹',
          value: below(result.maxDrawRupees, (size) => formatRupees(size)),
          help: 'The same in rupees',
        },
        {
          label: 'Longest drawdown',
          value: countOf(result.longestDrawdownDays, 'day'),
          help: 'Longest time to a new peak',
        },
        {
          label: 'Volatility',
          value: formatPercent(result.volatility),
          help: why('volatility', 'Standard deviation of daily returns, annualised'),
        },
        {
          label: 'Downside risk',
          value: formatPercent(result.downsideRisk),
          help: why('downsideRisk', 'Standard deviation of losing days, annualised'),
        },
        {
          label: 'Volatility of the symbol',
          value: formatPercent(result.periodVolatility),
          help: why('periodVolatility', 'From its daily closes'),
        },
        {
          label: 'Highest price',
          value: formatNumber(result.periodHigh),
          help: why('periodHigh', 'Over the span'),
        },
        {
          label: 'Lowest price',
          value: formatNumber(result.periodLow),
          help: why('periodLow', 'Over the span'),
        },
      ],
    },
    {
      title: 'Trades',
      statistics: [
        {
          label: 'Signals',
          value: formatNumber(result.totalNumberOfSignals, 0),
          help: 'Candles where the entry was true',
        },
        { label: 'Winning trades', value: formatNumber(result.winCount, 0), help: 'Net of charges' },
        { label: 'Losing trades', value: formatNumber(result.lossCount, 0), help: 'Net of charges' },
        {
          label: 'Win rate',
          value: formatPercent(result.winRate),
          help: why('winRate', 'Winning trades / all trades'),
        },
        {
          label: 'Profit factor',
          value: formatNumber(result.profitFactor),
          help: why('profitFactor', 'Gross profit / gross loss'),
        },
        {
          label: 'Payoff ratio',
          value: formatNumber(result.payoffRatio),
          help: why('payoffRatio', 'Average gain / average loss'),
        },
        {
          label: 'Expectancy',
          value: formatSignedRupees(result.expectancy),
          help: why('expectancy', 'Average net P&L per trade'),
        },
        {
          label: 'Average gain',
          value: formatSignedRupees(result.averageGainPerWinningTrade),
          help: why('averageGainPerWinningTrade', 'Of winning trades'),
        },
        {
          label: 'Average loss',
          value: formatSignedRupees(result.averageGainPerLosingTrade),
          help: why('averageGainPerLosingTrade', 'Of losing trades'),
        },
        {
          label: 'Largest gain',
          value: formatSignedRupees(result.maximumGain),
          help: why('maximumGain', 'Best single trade'),
        },
        {
          label: 'Largest loss',
          value: formatSignedRupees(result.maximumLoss),
          help: why('maximumLoss', 'Worst single trade'),
        },
        {
          label: 'Winning streak',
          value: formatNumber(result.longestWinningStreak, 0),
          help: 'Longest run of wins',
        },
        {
          label: 'Losing streak',
          value: formatNumber(result.longestLosingStreak, 0),
          help: 'Longest run of losses',
        },
        {
          label: 'Time in market',
          value: formatPercent(result.exposure),
          help: why('exposure', 'Candles with an open position'),
        },
        {
          label: 'Average holding',
          value: heldFor(result.averageHoldingMinutes),
          help: why('averageHoldingMinutes', 'Entry fill to exit fill'),
        },
        {
          label: 'Ambiguous candles',
          value: formatNumber(result.ambiguousCandles, 0),
          help: 'Hit both stop and target; stop assumed',
        },
      ],
    },
    {
      title: 'Costs',
      statistics: [
        { label: 'Charges', value: formatRupees(result.chargesPaid), help: 'Total of the items below' },
        ...result.chargeLines.map(({ name, amount }) => ({
          label: chargeNames[name],
          value: formatRupees(amount),
          help: 'Part of the charges',
        })),
        {
          label: 'Slippage',
          value: formatRupees(result.slippagePaid),
          help: 'Cost of fills worse than the candle price',
        },
      ],
    },
    {
      title: 'Run',
      statistics: [
        { label: 'Candles', value: formatNumber(result.candles, 0), help: 'Tested' },
        { label: 'Engine', value: `${formatNumber(result.runtime, 1)} ms`, help: 'Run time' },
      ],
    },
  ]
}

/** The specified figures, and beside them those of the merged days. */
export const cumulativeStatisticsOf = (all: CumulativeBacktest): readonly StatisticGroup[] => [
  {
    title: 'Result',
    statistics: [
      {
        label: 'Net P&L',
        value: formatSignedRupees(all.finalPnl),
        help: `Sum over ${countOf(all.symbols, 'symbol')}`,
      },
      { label: 'Final capital', value: formatRupees(all.finalCapital), help: 'Sum of the symbols' },
      { label: 'Peak capital used', value: formatRupees(all.maxCapUsed), help: 'Sum of the symbols' },
      { label: 'Return', value: formatSignedPercent(all.return), help: 'Mean of symbols' },
      { label: 'Period return', value: formatSignedPercent(all.periodReturn), help: 'Mean of symbols' },
      { label: 'Charges', value: formatRupees(all.chargesPaid), help: 'Sum of the symbols' },
    ],
  },
  {
    title: 'Risk',
    statistics: [
      { label: 'Sharpe', value: formatNumber(all.mergedSharpe), help: 'Of the merged daily returns' },
      { label: 'Sharpe, mean', value: formatNumber(all.sharpe), help: 'Mean of symbols' },
      {
        label: 'Max drawdown',
        value: below(all.mergedMaxDraw, (size) => formatPercent(size)),
        help: 'Of the merged daily returns',
      },
      {
        label: 'Max drawdown, mean',
        value: below(all.maxDraw, (size) => formatPercent(size)),
        help: 'Mean of symbols',
      },
      {
        label: 'Volatility',
        value: formatPercent(all.mergedVolatility),
        help: 'Of the merged daily returns',
      },
      { label: 'Volatility, mean', value: formatPercent(all.volatility), help: 'Mean of symbols' },
      { label: 'Highest price', value: formatNumber(all.periodHigh), help: 'Of any symbol' },
      { label: 'Lowest price', value: formatNumber(all.periodLow), help: 'Of any symbol' },
    ],
  },
  {
    title: 'Trades',
    statistics: [
      { label: 'Signals', value: formatNumber(all.totalNumberOfSignals, 0), help: 'Sum of the symbols' },
      { label: 'Winning trades', value: formatNumber(all.winCount, 0), help: 'Sum of the symbols' },
      { label: 'Losing trades', value: formatNumber(all.lossCount, 0), help: 'Sum of the symbols' },
      {
        label: 'Average gain',
        value: formatSignedRupees(all.averageGainPerWinningTrade),
        help: 'Mean of symbols',
      },
      {
        label: 'Average loss',
        value: formatSignedRupees(all.averageGainPerLosingTrade),
        help: 'Mean of symbols',
      },
      { label: 'Largest gain', value: formatSignedRupees(all.maximumGain), help: 'Best single trade' },
      { label: 'Largest loss', value: formatSignedRupees(all.maximumLoss), help: 'Worst single trade' },
    ],
  },
]

/** `2h 10m`, `3d 4h` */
export const heldFor = (minutes: number | null): string => {
  if (minutes === null) return '–'
  const whole = Math.round(minutes)
  const days = Math.floor(whole / 1440)
  const hours = Math.floor((whole % 1440) / 60)
  const rest = whole % 60
  if (days > 0) return hours === 0 ? `${days}d` : `${days}d ${hours}h`
  if (hours > 0) return rest === 0 ? `${hours}h` : `${hours}h ${String(rest).padStart(2, '0')}m`
  return `${rest}m`
}
