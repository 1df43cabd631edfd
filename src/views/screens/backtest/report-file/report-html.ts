import type { BacktestParams } from '../../../../domain/backtests/backtest.ts'
import { intervalLabels } from '../../../../domain/charts/interval.ts'
import { spanInWords } from '../../../../domain/dates-in-words.ts'
import { formatNumber, formatRupees, formatSigned } from '../../../../domain/format.ts'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import { toIstClock, toIstDate } from '../../../../domain/time.ts'
import { type BacktestRow, cumulativeOf, sourceOf } from '../../../../machines/backtests/backtest-rows.ts'
import { legsInWords } from '../../../backtests/legs-in-words.ts'
import { runInWords } from '../../../backtests/run-in-words.ts'
import { equityOf } from '../equity-of.ts'
import { findingsOf, remarksOf, reportOf } from '../report.ts'
import { checkScript, checkScriptHash } from './check-script.ts'
import { curvesOf } from './curves.ts'
import { escapeHtml, jsonInHtml } from './escape-html.ts'
import { inOrderOfExit, type PrintedFigure, printedFigures, type TradeOfSymbol } from './figures.ts'
import { ruleInWords } from './rule-in-words.ts'
import { reportStyle, reportStyleHash } from './style.ts'

export interface ReportOfRun {
  readonly params: BacktestParams
  readonly rows: readonly BacktestRow[]
  /** Milliseconds since the epoch. */
  readonly madeAt: number
}

const policy = [
  "default-src 'none'",
  `style-src '${reportStyleHash}'`,
  `script-src '${checkScriptHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** One file that needs no network. Its script computes the figures again from the trades inside. */
export const reportHtml = ({ params, rows, madeAt }: ReportOfRun): string => {
  const results = rows.flatMap(({ result }) => (result === null ? [] : [result]))
  const trades = inOrderOfExit(
    rows.flatMap(({ instrument, result }) =>
      (result?.tradeLog ?? []).map((trade) => ({ symbol: tradingSymbolOf(instrument), trade })),
    ),
  )
  const points = equityOf(results)
  const deepest = points.reduce((most, { drawdown }) => Math.max(most, -drawdown), 0)
  const name = escapeHtml(params.name)
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${name}, backtest report</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>${name}</h1>
<p class="note">Backtest report, made ${toIstDate(madeAt)} ${toIstClock(madeAt)} IST. A backtest is no promise of future results.</p>
<p id="check" role="status">The figures have not been computed again: this viewer runs no scripts.</p>
<section><h2>Rules</h2>${rulesOf(params)}</section>
<section><h2>Assumptions</h2>${assumptionsOf(params, rows)}</section>
<section><h2>Figures</h2>${figuresOf(printedFigures(results, trades, deepest))}</section>
<section><h2>Equity and drawdown</h2>${curvesOf(points)}</section>
${caveatsOf(params, rows)}
<section class="long"><h2>Trades</h2>${tableOf(trades)}</section>
</main>
<script type="application/json" id="trades">${jsonInHtml(trades.map(savedTrade))}</script>
<script>${checkScript}</script>
</body>
</html>
`
}

const rulesOf = ({ entry, exit, options, ownRules = [], tradingStartTime }: BacktestParams): string => {
  const enter = options?.entry === 'time' ? `at ${tradingStartTime}` : `when ${ruleInWords(entry)}`
  const legs = options === undefined ? '' : `<p>Legs: ${escapeHtml(legsInWords(options))}</p>`
  const own = ownRules.map((one) => {
    const enters = options?.entry === 'time' ? enter : `when ${ruleInWords(one.entry)}`
    const words = `${tradingSymbolOf(one.instrument)}: enter ${enters}, exit when ${ruleInWords(one.exit)}.`
    return `<p>${escapeHtml(words)}</p>`
  })
  const shared = `<p>Enter ${escapeHtml(enter)}.</p><p>Exit when ${escapeHtml(ruleInWords(exit))}.</p>`
  return `${legs}${shared}${own.join('')}`
}

const assumptionsOf = (params: BacktestParams, rows: readonly BacktestRow[]): string => {
  const missing = rows.filter(({ result }) => result === null)
  const namesOf = (some: readonly BacktestRow[]) =>
    some.map(({ instrument }) => tradingSymbolOf(instrument)).join(', ')
  const facts: readonly (readonly [string, string])[] = [
    ['Instruments', namesOf(rows)],
    ...(missing.length === 0 ? [] : [['Without a result', namesOf(missing)] as const]),
    ['Span', spanInWords(params.from, params.to)],
    ['Candles', `${intervalLabels[params.interval]}, ${sourceOf(rows) ?? 'none'}`],
    ['Capital', formatRupees(params.capital, 0)],
  ]
  const list = facts.map(([term, text]) => `<div><dt>${term}</dt><dd>${escapeHtml(text)}</dd></div>`).join('')
  return `<dl>${list}</dl><p class="note">${escapeHtml(runInWords(params))}</p>`
}

const figuresOf = (figures: readonly PrintedFigure[]): string => {
  const list = figures.map(({ id, label, value }) => {
    const checked = id === null ? ' class="figure"' : ` data-figure="${id}"`
    return `<div><dt>${escapeHtml(label)}</dt><dd${checked}>${value}</dd></div>`
  })
  return `<dl>${list.join('')}</dl>`
}

const caveatsOf = (params: BacktestParams, rows: readonly BacktestRow[]): string => {
  const report = reportOf(rows, cumulativeOf({ rows, params }), null)
  if (report === null) return ''
  const texts = [...(findingsOf(report) ?? []).map(({ text }) => text), ...remarksOf(report)]
  if (texts.length === 0) return ''
  const items = texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')
  return `<section class="long"><h2>Caveats</h2><ul>${items}</ul></section>`
}

const headings = [
  '#',
  'Symbol',
  'Side',
  'Entry',
  'In',
  'Exit',
  'Out',
  'Qty',
  'Reason',
  'Charges',
  'Net P&amp;L',
]
const numeric = new Set(['#', 'In', 'Out', 'Qty', 'Charges', 'Net P&amp;L'])

const tableOf = (trades: readonly TradeOfSymbol[]): string => {
  const heads = headings
    .map((title) => `<th scope="col"${numeric.has(title) ? ' class="number"' : ''}>${title}</th>`)
    .join('')
  return `<div class="scroll" tabindex="0" role="region" aria-label="Trades"><table><caption>In order of exit; instants in IST, prices and money in rupees, slippage included.</caption><thead><tr>${heads}</tr></thead><tbody>
${trades.map(rowOf).join('\n')}
</tbody></table></div>`
}

const instant = (at: number): string => `${toIstDate(at)} ${toIstClock(at)}`

const rowOf = ({ symbol, trade }: TradeOfSymbol, index: number): string => {
  const tone = trade.netPnl < 0 ? 'down' : 'up'
  const figure = (text: string) => `<td class="number">${text}</td>`
  return `<tr data-trade="${index}">${[
    figure(String(index + 1)),
    `<th scope="row">${escapeHtml(symbol)}</th>`,
    `<td>${trade.side === 'buy' ? 'Buy' : 'Sell'}</td>`,
    `<td>${instant(trade.entryAt)}</td>`,
    figure(formatNumber(trade.entryPrice)),
    `<td>${instant(trade.exitAt)}</td>`,
    figure(formatNumber(trade.exitPrice)),
    figure(formatNumber(trade.quantity, 0)),
    `<td>${escapeHtml(trade.reason)}</td>`,
    `<td class="number" data-of="charges">${formatNumber(trade.charges)}</td>`,
    `<td class="number ${tone}" data-of="net">${formatSigned(trade.netPnl)}</td>`,
  ].join('')}</tr>`
}

const savedTrade = ({ symbol, trade }: TradeOfSymbol) => ({
  symbol,
  side: trade.side,
  quantity: trade.quantity,
  entryAt: instant(trade.entryAt),
  entryPrice: trade.entryPrice,
  exitAt: instant(trade.exitAt),
  exitPrice: trade.exitPrice,
  reason: trade.reason,
  grossPnl: trade.grossPnl,
  charges: trade.charges,
  netPnl: trade.netPnl,
  hasLegs: trade.legs !== undefined,
})
