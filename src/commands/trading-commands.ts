import { chartCommands } from './catalogue/charts/charts.ts'
import { deployCommands } from './catalogue/deployments/deploy.ts'
import { deploymentCommands } from './catalogue/deployments/deployments.ts'
import { instrumentCommands } from './catalogue/instruments.ts'
import { noticeCommands } from './catalogue/notifications/notices.ts'
import { scalperCommands } from './catalogue/options/scalper.ts'
import { scalperTradeCommands } from './catalogue/options/scalper-trade.ts'
import { strategyCommands } from './catalogue/options/strategies.ts'
import { basketCommands } from './catalogue/orders/basket.ts'
import { limitCommands } from './catalogue/orders/limits.ts'
import { orderCommands } from './catalogue/orders/orders.ts'
import { placedOrderCommands } from './catalogue/orders/placed-orders.ts'
import { safetyCommands } from './catalogue/orders/safety.ts'
import { ticketCommands } from './catalogue/orders/ticket.ts'
import { positionCommands } from './catalogue/positions.ts'
import { scanCommands } from './catalogue/scanners/scans.ts'
import { addressCommands } from './catalogue/shell/address.ts'
import { preferenceCommands } from './catalogue/shell/preferences.ts'
import { tableCommands } from './catalogue/shell/tables.ts'
import { macroCommands } from './catalogue/shortcuts/macros.ts'
import { watchlistCommands } from './catalogue/watchlists.ts'

/** Registered once trading has loaded, in the order of the palette and the reference. */
export const tradingCommands = [
  ...deployCommands,
  ...deploymentCommands,
  ...scanCommands,
  ...orderCommands,
  ...ticketCommands,
  ...strategyCommands,
  ...placedOrderCommands,
  ...positionCommands,
  ...basketCommands,
  ...safetyCommands,
  ...limitCommands,
  ...preferenceCommands,
  ...instrumentCommands,
  ...chartCommands,
  ...scalperCommands,
  ...scalperTradeCommands,
  ...watchlistCommands,
  ...noticeCommands,
  ...tableCommands,
  ...addressCommands,
  ...macroCommands,
] as const
