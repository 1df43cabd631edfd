import type { Migration } from 'kysely'
import { accounts } from './0001-0010/0001-accounts.ts'
import { audit } from './0001-0010/0002-audit.ts'
import { notifications } from './0001-0010/0003-notifications.ts'
import { backtests } from './0001-0010/0004-backtests.ts'
import { candles } from './0001-0010/0005-candles.ts'
import { instrumentMasters } from './0001-0010/0006-instrument-masters.ts'
import { ledger } from './0001-0010/0007-ledger.ts'
import { marketClock } from './0001-0010/0008-market-clock.ts'
import { notificationOrder } from './0001-0010/0009-notifications.ts'
import { watchlists } from './0001-0010/0010-watchlists.ts'
import { brackets } from './0011-brackets.ts'
import { plannedSymbols } from './0012-planned-symbols.ts'
import { ledgerIdentity } from './0013-ledger-identity.ts'
import { signIn } from './0014-sign-in.ts'
import { backtestSizes } from './0015-backtest-sizes.ts'
import { adjustedImports } from './0016-adjusted-imports.ts'
import { exchangeYears } from './0017-exchange-years.ts'
import { strategies } from './0018-strategies.ts'
import { deployments } from './0019-deployments.ts'
import { deploymentLog } from './0020-deployment-log.ts'
import { scanners } from './0021-scanners.ts'
import { gtt } from './0022-gtt.ts'
import { webhook } from './0023-webhook.ts'
import { alertProposals } from './0024-alert-proposals.ts'
import { drawings } from './0025-drawings.ts'
import { chartLayouts } from './0026-chart-layouts.ts'
import { tripNotes } from './0027-trip-notes.ts'
import { ruleDefinitions } from './0028-rule-definitions.ts'
import { marketShocks } from './0029-market-shocks.ts'
import { drills } from './0030-drills.ts'
import { serverLease } from './0031-server-lease.ts'

/** Sorted by name. A released migration is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-audit': audit,
  '0003-notifications': notifications,
  '0004-backtests': backtests,
  '0005-candles': candles,
  '0006-instrument-masters': instrumentMasters,
  '0007-ledger': ledger,
  '0008-market-clock': marketClock,
  '0009-notifications': notificationOrder,
  '0010-watchlists': watchlists,
  '0011-brackets': brackets,
  '0012-planned-symbols': plannedSymbols,
  '0013-ledger-identity': ledgerIdentity,
  '0014-sign-in': signIn,
  '0015-backtest-sizes': backtestSizes,
  '0016-adjusted-imports': adjustedImports,
  '0017-exchange-years': exchangeYears,
  '0018-strategies': strategies,
  '0019-deployments': deployments,
  '0020-deployment-log': deploymentLog,
  '0021-scanners': scanners,
  '0022-gtt': gtt,
  '0023-webhook': webhook,
  '0024-alert-proposals': alertProposals,
  '0025-drawings': drawings,
  '0026-chart-layouts': chartLayouts,
  '0027-trip-notes': tripNotes,
  '0028-rule-definitions': ruleDefinitions,
  '0029-market-shocks': marketShocks,
  '0030-drills': drills,
  '0031-server-lease': serverLease,
}
