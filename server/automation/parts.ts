import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import type { DeploymentType, LogLine } from '../../src/domain/deployments/deployment.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { LegMarket } from '../../src/domain/strategies/contracts-of-legs.ts'
import type { StrategyLeg } from '../../src/domain/strategies/strategy.ts'
import type { Broker } from '../broker/broker.ts'
import type { Scheduler } from '../broker/runtime/scheduler.ts'
import type { MarginedLeg } from '../compose-broker.ts'
import type { RuleOutcome, RuleWork } from '../evaluating/rules.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { Log } from '../ports.ts'
import type { NewNotification } from '../store/notifications.ts'
import type { UserId } from '../user.ts'
import type { NewDeployment } from './automation.ts'
import type { ReadCandles } from './candle-reads.ts'
import type { DeploymentStore } from './deployment-store.ts'

export interface OptionParts {
  /** Contracts of these legs now. Throws Refusal where no options are listed. */
  marketOf(underlying: Instrument, legs: readonly StrategyLeg[]): Promise<Omit<LegMarket, 'price'>>
  /** Rupees: the margin of these together with any net premium paid. */
  marginOf(legs: readonly MarginedLeg[]): number
}

export interface AutomationParts {
  readonly store: DeploymentStore
  readonly broker: Pick<
    Broker,
    'place' | 'cancel' | 'accountOf' | 'findByClientId' | 'marketNow' | 'isStarted'
  >
  /** Lets the exchange go on, while a stop waits for its cancels. */
  readonly advance: () => Promise<void>
  readonly accountFor: (owner: UserId, type: DeploymentType) => UserId
  readonly readCandles: ReadCandles
  readonly evaluate: (work: RuleWork) => Promise<RuleOutcome>
  readonly live: LiveMarket
  readonly calendar: Calendar
  readonly instruments: {
    look(id: InstrumentId): Promise<Instrument | null>
    futuresOf(underlying: InstrumentId): Promise<readonly Instrument[]>
  }
  readonly options: OptionParts
  /** Notices to the owner, stored with the new lines of the log. */
  readonly noticesOf: (deployment: NewDeployment, lines: readonly LogLine[]) => readonly NewNotification[]
  readonly scheduler: Scheduler
  readonly log: Log
}
