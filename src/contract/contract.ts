import { changePassword, getCount, getUser, login, logout } from './accounts.ts'
import {
  deleteBacktest,
  getBacktest,
  getBacktestMeta,
  getSingleBacktest,
  listBacktests,
  saveBacktest,
  saveCumulativeBacktest,
} from './backtests.ts'
import type { Endpoint } from './endpoint.ts'
import {
  cancelImport,
  commitImport,
  createImport,
  getImport,
  proposeImport,
  sendImportFile,
} from './imports.ts'
import {
  deleteStoredSeries,
  getCandles,
  getCoverage,
  getLastPrices,
  getStoredSeries,
  instrumentsList,
} from './instruments.ts'

/** Every call. The server serves exactly these, tests feed nonsense to exactly these, the API page lists them. */
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
  createImport,
  sendImportFile,
  proposeImport,
  commitImport,
  getImport,
  cancelImport,
  saveBacktest,
  saveCumulativeBacktest,
  getBacktest,
  getSingleBacktest,
  getBacktestMeta,
  listBacktests,
  deleteBacktest,
] as const satisfies readonly Endpoint[]

/** Answered as `x-contract`; a console of another version reloads rather than misread. */
export const CONTRACT_VERSION = '1'
