import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import type { Broker } from '../broker/broker.ts'
import type { Scheduler } from '../broker/runtime/scheduler.ts'
import type { RuleEvaluation } from '../compose-evaluating.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { MarketClock } from '../market/market-clock.ts'
import type { LoadedMaster } from '../market/master/instrument-master.ts'
import type { Log } from '../ports.ts'
import type { Reading } from '../reading/reading.ts'
import type { UserId } from '../user.ts'
import type { DeploymentStore } from './deployment-store.ts'

export type TradableList = Pick<LoadedMaster, 'find' | 'futuresOf'>

export interface AutomationParts {
  readonly store: DeploymentStore
  readonly broker: Pick<Broker, 'place' | 'cancel' | 'accountOf' | 'findByClientId' | 'watch'>
  /** Owner of the account in which the virtual deployments of a user trade. */
  readonly virtualOwnerOf: (user: UserId) => UserId
  readonly evaluation: Pick<RuleEvaluation, 'run'>
  readonly reading: Pick<Reading, 'candles'>
  readonly market: {
    readonly live: LiveMarket
    /** Every instant of the automation is market time. */
    readonly clock: Pick<MarketClock, 'now'>
    readonly calendar: Calendar
    readonly master: { load(): Promise<TradableList> }
  }
  /** Absent: the system's timers. */
  readonly scheduler?: Scheduler
  readonly log: Log
}
