import type { Transaction } from 'kysely'
import type { Calendar } from '../src/domain/calendar/calendar.ts'
import type { OpenContract } from '../src/domain/calendar/holidays/expiry-moves.ts'
import { phaseAt } from '../src/domain/calendar/market-phase.ts'
import {
  type Instrument,
  type InstrumentId,
  parseInstrumentId,
} from '../src/domain/instruments/instrument.ts'
import { fromRupees } from '../src/domain/money.ts'
import type { Product, Side } from '../src/domain/orders/order.ts'
import { type OwnLimits, ownLimitNames } from '../src/domain/orders/own-limits.ts'
import { epochMs } from '../src/domain/time.ts'
import type { Account, Order } from './broker/account.ts'
import { createBracketWatch } from './broker/brackets/watch.ts'
import type { Broker, Committed } from './broker/broker.ts'
import { createExchange } from './broker/exchange/create-exchange.ts'
import { termsOf } from './broker/instrument-terms.ts'
import { createLedger } from './broker/ledger/create-ledger.ts'
import { openContractsOf, tradingUsersOf } from './broker/open-contracts.ts'
import { createPaperBroker } from './broker/paper-broker.ts'
import { createRules, type RulesAndFunds } from './broker/rules/create-rules.ts'
import type { MarketSnapshot } from './broker/rules.ts'
import { tradingDayOf } from './broker/runtime/agenda.ts'
import { instrumentOf } from './broker/runtime/exchange-order.ts'
import { createMarketSnapshots } from './broker/runtime/market-snapshot.ts'
import { type Scheduler, systemScheduler } from './broker/runtime/scheduler.ts'
import { createVolatilityOf } from './broker/runtime/volatility.ts'
import { isVirtualAccount } from './broker/virtual-account.ts'
import type { Config } from './config.ts'
import type { LiveMarket } from './market/live/live-market.ts'
import type { MarketClock } from './market/market-clock.ts'
import type { Clock, Log } from './ports.ts'
import {
  createInstrumentDirectory,
  type InstrumentList,
} from './services/instruments/instrument-directory.ts'
import type { StreamHub } from './services/notifications/stream-hub.ts'
import { createBracketNotices } from './services/orders/bracket-notices.ts'
import { createBrackets } from './services/orders/brackets.ts'
import { createOutlooks } from './services/orders/instead-of-order.ts'
import { createListedTerms } from './services/orders/listed-terms.ts'
import { createOrderNotices } from './services/orders/order-notices.ts'
import { blockedBy, createOrderPricing, totalOf } from './services/orders/order-pricing.ts'
import { createOrderPublisher } from './services/orders/order-publisher.ts'
import { noteOf, orderRow } from './services/orders/order-rows.ts'
import { createOrders, type Orders } from './services/orders/orders.ts'
import type { FindTerms } from './services/orders/priced-orders.ts'
import { withAudit } from './store/audit.ts'
import type { Store } from './store/database/database.ts'
import type { Reserve } from './store/database/disk-reserve.ts'
import { insertNotifications } from './store/notifications.ts'
import type { Database } from './store/schema.ts'
import type { UserId } from './user.ts'

/** Orders are accepted again this soon after a full disk has room. */
const RENEW_RESERVE_MS = 2_000
/** Damage to the database is noticed within this time even without writes. */
const CHECK_STORE_MS = 1_000

export interface BrokerMarket {
  readonly live: LiveMarket
  readonly clock: MarketClock
  readonly calendar: Calendar
  readonly master: { load(): Promise<InstrumentList>; inForce?(): InstrumentList | null }
  readonly prepare?: ((instrument: Instrument) => Promise<void>) | null
}

export interface BrokerParts {
  readonly store: Store
  readonly clock: Clock
  readonly config: Pick<Config, 'marketSeed' | 'fillModel'>
  readonly log: Log
  readonly market: BrokerMarket
  readonly scheduler?: Scheduler
  readonly streams?: StreamHub
  readonly onStoreLost: (error: unknown) => void
  readonly headFolder?: string
  /** Stops what runs by itself, before the kill switch cancels and exits. */
  readonly beforeKill?: (owner: UserId) => Promise<void>
  readonly reserve?: Reserve
}

/** `price` in rupees a unit. */
export interface MarginedLeg {
  readonly contract: Instrument
  readonly side: Side
  readonly product: Product
  readonly units: number
  readonly price: number
}

export interface Trading {
  readonly orders: Orders
  readonly broker: Broker
  look(id: InstrumentId): Promise<Instrument | null>
  openContracts(): readonly OpenContract[]
  /** With open positions or open orders, of virtual deployments too. */
  tradingUsers(): readonly UserId[]
  /** Rupees: margin of these orders together, with any net premium paid; at the prices given. */
  marginOf(legs: readonly MarginedLeg[]): number
  /** Restores open orders and catches up; no order is accepted before. */
  start(): Promise<void>
  step(): Promise<void>
  /** Stops trading on a lost store; accounts stay readable. */
  halt(error: unknown): void
  close(): Promise<void>
  /** Releases everything as a crash would. */
  abandon(): Promise<void>
}

const holdsAnything = ({ orders, positions, holdings }: Account): boolean =>
  orders.size + positions.size + holdings.size > 0

const idsOf = ({ orders, positions, holdings }: Account): readonly InstrumentId[] =>
  [...orders.values(), ...positions.values(), ...holdings.values()].map(({ terms }) => terms.id)

/** A notice that cannot be worded is dropped: it must not block its commit. */
const createNoticeWriter = (log: Log) => {
  const noticesOf = createOrderNotices()
  const rowsOf = (committed: Committed) => {
    // The deployment tells the outcome of a virtual order.
    if (isVirtualAccount(committed.owner)) return []
    try {
      return noticesOf(committed)
    } catch (error) {
      log.error({ err: error, seq: committed.seq }, 'a notice could not be made')
      return []
    }
  }
  return async (trx: Transaction<Database>, committed: readonly Committed[]): Promise<void> => {
    const rows = committed.flatMap(rowsOf)
    if (rows.length > 0) await insertNotifications(trx, rows)
  }
}

const publishTo = (hub: StreamHub, broker: Broker): void => {
  const rowOf = (order: Order) => orderRow(order, noteOf(broker, order))
  const { publishCommitted } = createOrderPublisher({ hub, noticesOf: createOrderNotices(), rowOf })
  broker.watch((committed) => publishCommitted(committed.filter(({ owner }) => !isVirtualAccount(owner))))
}

/** The ledger has the change already, so a failed audit entry undoes nothing. */
const recordLimits = async (
  { store, clock, log }: Pick<BrokerParts, 'store' | 'clock' | 'log'>,
  { owner, before, after }: { readonly owner: UserId; readonly before: OwnLimits; readonly after: OwnLimits },
): Promise<void> => {
  const changed = ownLimitNames.filter((name) => before[name] !== after[name])
  if (changed.length === 0) return
  const detail = Object.fromEntries(
    changed.flatMap((name) => [
      [`${name}Before`, before[name]],
      [`${name}After`, after[name]],
    ]),
  )
  await withAudit({ store, clock }, (_, record) =>
    record({ action: 'limits.changed', actor: owner, object: owner, detail }),
  ).catch((error: unknown) =>
    log.error({ err: error }, 'a change of limits could not be written to the audit log'),
  )
}

/** The kill switch goes on, whatever comes of it. */
const beforeKillOf =
  ({ beforeKill, log }: BrokerParts) =>
  async (owner: UserId): Promise<void> => {
    try {
      await beforeKill?.(owner)
    } catch (error) {
      log.error({ err: error }, 'deployments could not be stopped before the kill switch')
    }
  }

const renewing = (reserve: Reserve | undefined, log: Log) => (): void => {
  reserve?.renew().catch((error: unknown) => log.error({ err: error }, 'the reserve could not be renewed'))
}

const findTermsIn =
  ({ find }: { readonly find: (id: InstrumentId) => Instrument | null }): FindTerms =>
  (sym, { day }) => {
    const id = parseInstrumentId(sym)?.id
    const instrument = id === undefined ? null : find(id)
    return instrument === null ? null : termsOf(instrument, day)
  }

const marginOf = (
  legs: readonly MarginedLeg[],
  market: MarketSnapshot,
  { scansAt }: Pick<RulesAndFunds, 'scansAt'>,
): number => {
  const orders = legs.map(({ contract, units, price, ...leg }) => ({
    ...leg,
    terms: termsOf(contract, market.day),
    quantity: units,
    price: fromRupees(price),
  }))
  return totalOf(blockedBy(orders, scansAt(market)))
}

/** Reads the log, which can take a while. Throws StoreError when another server writes it. */
export const composeBroker = async (parts: BrokerParts): Promise<Trading> => {
  const { store, clock, config, log, market, scheduler = systemScheduler, onStoreLost, reserve } = parts
  const { live, calendar } = market
  const rules = createRules({ calendar })
  const ledger = await createLedger({
    store,
    rules,
    clock,
    log,
    writeAlong: createNoticeWriter(log),
    ...(reserve === undefined ? {} : { reserve }),
    ...(parts.headFolder === undefined ? {} : { headFolder: parts.headFolder }),
    onStoreLost: (error) => {
      store.halt(error)
      paper.halt()
      onStoreLost(error)
    },
    onBroken: ({ owner, seq, what }) => {
      withAudit({ store, clock }, (_, record) =>
        record({ action: 'account.restricted', object: owner, detail: { seq, what } }),
      ).catch((error: unknown) => log.error({ err: error }, 'the report could not be written'))
    },
  })
  const instruments = createInstrumentDirectory({
    load: () => market.master.load(),
    ...(market.master.inForce === undefined ? {} : { inForce: market.master.inForce }),
    every: scheduler.every,
    log,
  })
  const prepare = market.prepare ?? null
  const look = async (id: InstrumentId): Promise<Instrument | null> => {
    const instrument = await instruments.look(id)
    if (instrument !== null && prepare !== null) await prepare(instrument)
    return instrument
  }
  const watch = createBracketWatch({
    store,
    live,
    clock,
    accountOf: (owner) => {
      const at = market.clock.now()
      return ledger.account(owner, at, tradingDayOf(at, calendar))
    },
    findByClientId: ledger.findByClientId,
    instrumentFor: (terms) => instruments.find(terms.id) ?? instrumentOf(terms),
    phaseOf: (terms, at) => phaseAt(terms.sessionGroup, at, calendar),
    ...createBracketNotices({ store, hub: parts.streams ?? null, clock }),
    log,
  })
  const paper = createPaperBroker({
    onAdvanced: watch.look,
    ledger,
    exchange: createExchange({
      seed: config.marketSeed,
      market: live,
      phaseOf: (group, at) => phaseAt(group, at, calendar),
      model: config.fillModel,
      calendar,
    }),
    marketAt: createMarketSnapshots({
      live,
      clock,
      calendar,
      findInstrument: instruments.find,
      listVersion: instruments.version,
      volatilityOf: createVolatilityOf(calendar),
    }),
    funds: rules,
    live,
    marketClock: market.clock,
    calendar,
    findInstrument: instruments.find,
    scheduler,
    log,
  })
  if (parts.streams !== undefined) publishTo(parts.streams, paper)
  const renewReserve = renewing(reserve, log)
  const stopRenewing = scheduler.every(RENEW_RESERVE_MS, renewReserve)
  renewReserve()
  const stopChecking = scheduler.every(CHECK_STORE_MS, () => {
    ledger.check().catch((error: unknown) => log.error({ err: error }, 'the store could not be checked'))
  })
  const stopTimers = (): void => {
    stopRenewing()
    stopChecking()
    instruments.close()
  }
  const termsFor = createListedTerms({ look }, () => paper.marketNow().day)
  return {
    orders: createOrders({
      broker: paper,
      pricing: createOrderPricing({ findTerms: findTermsIn(instruments), rules }),
      ...createOutlooks(rules),
      instruments,
      termsFor,
      brackets: createBrackets({ store, broker: paper, watch, termsFor, clock }),
      calendar,
      beforeKill: beforeKillOf(parts),
      onLimitsChanged: (owner, before, after) =>
        recordLimits({ store, clock, log }, { owner, before, after }),
    }),
    ...{ broker: paper, look, step: paper.step },
    openContracts: () => openContractsOf(ledger.accounts()),
    tradingUsers: () => tradingUsersOf(ledger.accounts()),
    marginOf: (legs) => marginOf(legs, paper.marketNow(), rules),
    async start() {
      // Without positions and orders the instrument list can wait for the first order.
      if (ledger.accounts().some(holdsAnything)) await instruments.refresh()
      if (prepare !== null) await Promise.all([...new Set(ledger.accounts().flatMap(idsOf))].map(look))
      const now = market.clock.now()
      await watch.load(epochMs(Math.min(now, ledger.lastAt ?? now)))
      await paper.start()
    },
    halt: ledger.halt,
    async close() {
      stopTimers()
      await paper.stop()
      await ledger.close()
    },
    async abandon() {
      stopTimers()
      await paper.stop()
      await ledger.abandon()
    },
  }
}
