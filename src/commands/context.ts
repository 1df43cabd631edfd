import type { Snapshots } from '../machines/requests.ts'
import { backtestKeys } from './context/backtests.ts'
import { chartKeys } from './context/charts.ts'
import type { Attention } from './context/context-key.ts'
import { deploymentKeys } from './context/deployments.ts'
import { learningKeys } from './context/learning.ts'
import { noticeKeys } from './context/notifications.ts'
import { orderKeys } from './context/orders.ts'
import { positionKeys } from './context/positions.ts'
import { scannerKeys } from './context/scanners.ts'
import { sessionKeys } from './context/session.ts'
import { shellKeys } from './context/shell.ts'
import { macroKeys } from './context/shortcuts.ts'
import { strategyKeys } from './context/strategies.ts'

const keys = {
  ...sessionKeys,
  ...shellKeys,
  ...backtestKeys,
  ...orderKeys,
  ...positionKeys,
  ...noticeKeys,
  ...macroKeys,
  ...strategyKeys,
  ...deploymentKeys,
  ...scannerKeys,
  ...chartKeys,
  ...learningKeys,
}

type Keys = typeof keys

export type Context = { readonly [Key in keyof Keys]: ReturnType<Keys[Key]> }

/** A key of an area that has not loaded has the value of an empty console. */
export const contextOf = (snapshots: Snapshots, attention: Attention): Context =>
  Object.fromEntries(
    Object.entries(keys).map(([key, valueIn]) => [key, valueIn(snapshots, attention)]),
  ) as Context

export const emptyContext: Context = contextOf(
  {},
  { focus: { kind: '', key: '' }, selection: [], isDialogOpen: false, isTyping: false },
)

export const withoutLine = (context: Context): Context => ({
  ...context,
  typing: false,
  dialog: false,
  palette: false,
})
