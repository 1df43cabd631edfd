import { monteCarloCommands } from './catalogue/backtests/monte-carlo.ts'
import { optionBacktestCommands } from './catalogue/backtests/option-backtest.ts'
import { sweepCommands } from './catalogue/backtests/sweep.ts'
import { calendarCommands } from './catalogue/calendar.ts'
import { chartCommands } from './catalogue/charts.ts'
import { noticeCommands } from './catalogue/notifications.ts'
import { scalperCommands } from './catalogue/options/scalper.ts'
import { scalperTradeCommands } from './catalogue/options/scalper-trade.ts'
import { strategyCommands } from './catalogue/options/strategies.ts'
import { basketCommands } from './catalogue/orders/basket.ts'
import { limitCommands } from './catalogue/orders/limits.ts'
import { orderCommands } from './catalogue/orders/orders.ts'
import { placedOrderCommands } from './catalogue/orders/placed-orders.ts'
import { safetyCommands } from './catalogue/orders/safety.ts'
import { positionCommands } from './catalogue/positions.ts'
import { tableCommands } from './catalogue/shell/tables.ts'
import { keyCommands } from './catalogue/shortcuts/keys.ts'
import { macroCommands } from './catalogue/shortcuts/macros.ts'
import { pinCommands } from './catalogue/shortcuts/pins.ts'
import { watchlistCommands } from './catalogue/watchlists.ts'

/** Registered once trading has loaded, in the order of the palette and the reference. */
export const tradingCommands = [
  ...orderCommands,
  ...strategyCommands,
  ...placedOrderCommands,
  ...positionCommands,
  ...basketCommands,
  ...safetyCommands,
  ...calendarCommands,
  ...limitCommands,
  ...optionBacktestCommands,
  ...monteCarloCommands,
  ...chartCommands,
  ...scalperCommands,
  ...scalperTradeCommands,
  ...watchlistCommands,
  ...noticeCommands,
  ...tableCommands,
  ...keyCommands,
  ...pinCommands,
  ...macroCommands,
  ...sweepCommands,
] as const
