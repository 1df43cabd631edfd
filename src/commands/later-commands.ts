import { analysisCommands } from './catalogue/analysis.ts'
import { monteCarloCommands } from './catalogue/backtests/monte-carlo.ts'
import { optionBacktestCommands } from './catalogue/backtests/option-backtest.ts'
import { savedRunCommands } from './catalogue/backtests/saved-runs.ts'
import { sweepCommands } from './catalogue/backtests/sweep.ts'
import { tradeCommands } from './catalogue/backtests/trades.ts'
import { calendarCommands } from './catalogue/calendar.ts'
import { clickTradeCommands } from './catalogue/charts/click-trade.ts'
import { compareCommands } from './catalogue/charts/compare.ts'
import { drawingCommands } from './catalogue/charts/drawings.ts'
import { layoutCommands } from './catalogue/charts/layout.ts'
import { lookCommands } from './catalogue/charts/look.ts'
import { paneCommands } from './catalogue/charts/panes.ts'
import { replayCommands } from './catalogue/charts/replay.ts'
import { showRuleCommands } from './catalogue/charts/show-rule.ts'
import { parityCommands } from './catalogue/deployments/parity.ts'
import { proposalCommands } from './catalogue/deployments/proposals.ts'
import { drillCommands } from './catalogue/drills.ts'
import { fundsCommands } from './catalogue/funds.ts'
import { journalCommands } from './catalogue/journal.ts'
import { learningCommands } from './catalogue/learning.ts'
import { webhookCommands } from './catalogue/notifications/webhook.ts'
import { gttCommands } from './catalogue/orders/gtt.ts'
import { hedgeCommands } from './catalogue/orders/hedge.ts'
import { rollCommands } from './catalogue/orders/roll.ts'
import { scaleOutCommands } from './catalogue/orders/scale-out.ts'
import { alertCommands } from './catalogue/scanners/alerts.ts'
import { runningAlertCommands } from './catalogue/scanners/running-alerts.ts'
import { savedScannerCommands } from './catalogue/scanners/saved-scanners.ts'
import { scrubCommands } from './catalogue/scrub.ts'
import { colourCommands } from './catalogue/shell/colours.ts'
import { keyCommands } from './catalogue/shortcuts/keys.ts'
import { pinCommands } from './catalogue/shortcuts/pins.ts'
import { builderCommands } from './catalogue/strategies/builder.ts'
import { definitionCommands } from './catalogue/strategies/definitions.ts'
import { saveRun } from './catalogue/strategies/save-run.ts'
import { savedStrategyCommands } from './catalogue/strategies/saved-strategies.ts'

/** Commands of later screens, registered once the shell has been drawn. */
export const laterCommands = [
  ...savedRunCommands,
  saveRun,
  ...builderCommands,
  ...definitionCommands,
  ...alertCommands,
  ...runningAlertCommands,
  ...parityCommands,
  ...proposalCommands,
  ...optionBacktestCommands,
  ...monteCarloCommands,
  ...webhookCommands,
  ...sweepCommands,
  ...tradeCommands,
  ...layoutCommands,
  ...clickTradeCommands,
  ...drawingCommands,
  ...compareCommands,
  ...lookCommands,
  ...paneCommands,
  ...replayCommands,
  ...showRuleCommands,
  ...analysisCommands,
  ...journalCommands,
  ...scrubCommands,
  ...fundsCommands,
  ...learningCommands,
  ...drillCommands,
  ...colourCommands,
  ...savedScannerCommands,
  ...savedStrategyCommands,
  ...rollCommands,
  ...scaleOutCommands,
  ...hedgeCommands,
  ...calendarCommands,
  ...gttCommands,
  ...pinCommands,
  ...keyCommands,
] as const
