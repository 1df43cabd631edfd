import {
  deleteBacktest,
  getBacktest,
  getBacktestMeta,
  getSingleBacktest,
  listBacktests,
  saveBacktest,
  saveCumulativeBacktest,
} from './backtests.ts'
import { getHolidays, importHolidays, previewHolidays } from './calendar.ts'
import type { Endpoint } from './endpoint.ts'
import {
  cancelImport,
  commitImport,
  createImport,
  getImport,
  proposeImport,
  sendImportFile,
} from './instruments/imports.ts'
import {
  deleteStoredSeries,
  getCandles,
  getCoverage,
  getLastPrices,
  getMarketState,
  getStoredSeries,
  instrumentsList,
} from './instruments/instruments.ts'
import {
  createTicket,
  getNotifications,
  notificationStream,
  readNotifications,
} from './notifications/notifications.ts'
import { getAdvanceDecline, getAtmIvStraddle, getOptionChain, getPcr, payoffGraph } from './options.ts'
import { cancelBracket, changeBracket, createBracket, getBrackets } from './orders/brackets.ts'
import { basketOrderCharges, orderCharges } from './orders/order-charges.ts'
import { previewOrders } from './orders/order-preview.ts'
import {
  cancelOrder,
  cancelOrderByPost,
  getOrder,
  getOrderBook,
  modifyOrder,
  placeOrder,
  placeOrderDirect,
} from './orders/orders.ts'
import { getRiskLimits, setRiskLimits } from './orders/risk-limits.ts'
import { cancelAllOrders, exitAllPositions, getKillSwitch, setKillSwitch } from './orders/safety.ts'
import { getFunds } from './positions/funds.ts'
import { getHoldings } from './positions/holdings.ts'
import { convertPosition, getDayPnl, getPositions } from './positions/positions.ts'
import { getDepth } from './quotes/depth.ts'
import { changePassword, getCount, getUser, login, logout } from './session.ts'
import {
  copyStrategy,
  deleteEquityStrategy,
  deleteOptionsStrategy,
  getStrategy,
  listStrategies,
  listVersions,
  restoreStrategy,
  saveEquityStrategy,
  saveOptionsStrategy,
} from './strategies.ts'
import { deleteWatchlist, getWatchlists, removeWatchlistItems, saveWatchlist } from './watchlists.ts'

export const contract = [
  login,
  logout,
  getUser,
  changePassword,
  getCount,
  instrumentsList,
  getCandles,
  getCoverage,
  getStoredSeries,
  deleteStoredSeries,
  getLastPrices,
  getDepth,
  getMarketState,
  createImport,
  sendImportFile,
  proposeImport,
  commitImport,
  getImport,
  cancelImport,
  getHolidays,
  previewHolidays,
  importHolidays,
  saveBacktest,
  saveCumulativeBacktest,
  getBacktest,
  getSingleBacktest,
  getBacktestMeta,
  listBacktests,
  deleteBacktest,
  getStrategy,
  saveEquityStrategy,
  saveOptionsStrategy,
  deleteEquityStrategy,
  deleteOptionsStrategy,
  restoreStrategy,
  copyStrategy,
  listVersions,
  listStrategies,
  placeOrder,
  placeOrderDirect,
  modifyOrder,
  cancelOrder,
  cancelOrderByPost,
  getOrderBook,
  getOrder,
  getPositions,
  getDayPnl,
  convertPosition,
  getHoldings,
  getFunds,
  orderCharges,
  basketOrderCharges,
  previewOrders,
  getBrackets,
  createBracket,
  changeBracket,
  cancelBracket,
  cancelAllOrders,
  exitAllPositions,
  getKillSwitch,
  setKillSwitch,
  getRiskLimits,
  setRiskLimits,
  getOptionChain,
  payoffGraph,
  getPcr,
  getAdvanceDecline,
  getAtmIvStraddle,
  getWatchlists,
  saveWatchlist,
  deleteWatchlist,
  removeWatchlistItems,
  getNotifications,
  readNotifications,
  createTicket,
  notificationStream,
] as const satisfies readonly Endpoint[]
