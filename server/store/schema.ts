import type { Interval } from '../../src/domain/charts/interval.ts'
import type { Exchange } from '../../src/domain/instruments/instrument.ts'
import type { Category } from '../../src/domain/strategies/strategy.ts'
import type { UserId } from '../user.ts'

// For both databases: instants are integer ms, money integer paise, flags 0 or 1, ids and JSON text.
export interface UserTable {
  id: UserId
  name: string
  /** `nameKey` of the name; unique. */
  name_key: string
  password_hash: string
  must_change_password: number
  created_at: number
}

export interface SessionTable {
  /** SHA-256 of each half, hex. */
  token_hash: string
  binding_hash: string
  user_id: UserId
  address: string
  agent: string
  created_at: number
  /** IST midnight. */
  ends_at: number
}

export interface SignInFailureTable {
  key: string
  failures: number
  last_at: number
}

export interface KnownBrowserTable {
  token_hash: string
  user_id: UserId
  used_at: number
  ends_at: number
}

export interface AuditTable {
  seq: number
  at: number
  ist_date: string
  action: string
  actor: string | null
  session: string | null
  address: string | null
  request: string | null
  object: string | null
  detail: string
  previous_hash: string
  hash: string
}

export interface NotificationTable {
  id: string
  owner_id: UserId
  /** Per owner, from 1; decides the order. */
  seq: number
  /** live, auto, paper, scanner or order. */
  deployment_type: string
  content: string
  created_at: number
  read_at: number | null
}

export interface BacktestRunTable {
  id: string
  owner_id: UserId
  slug: string
  name: string
  interval: string
  from_day: string
  to_day: string
  entry: string
  params: string
  /** 0 in runs saved before symbols were counted. */
  planned: number
  cumulative: string | null
  /** Bytes of `params` and `cumulative`. */
  size: number
  created_at: number
  updated_at: number
}

export interface BacktestRecordTable {
  id: string
  run_id: string
  owner_id: UserId
  slug: string
  seg_sym: string
  algo_uuid: string
  results: string
  /** Bytes of `results`. */
  size: number
  final_pnl_paise: number | null
  trades: number
  source: string
  created_at: number
  updated_at: number
}

export interface CandleImportTable {
  id: string
  state: 'staging' | 'visible'
  /** Distinguishes the imports of a dead process from running ones. */
  host: string
  process: number
  seen_at: number
  finished_at: number | null
  adjusted: string | null
}

export interface CandleSeriesTable {
  key: string
  interval: Interval
  changes: number
}

/** `day` counts IST days since 1970-01-01; `columns` are candles in the wire's layout. */
export interface CandleChunkTable {
  key: string
  interval: Interval
  day: number
  import_id: string
  rows: number
  columns: Uint8Array
}

export interface InstrumentMasterTable {
  exchange: Exchange
  rows: number
  source: string
  imported_at: number
  csv: Uint8Array
}

export interface ExchangeYearTable {
  year: number
  days: string
  source: string
  imported_at: number
}

export interface MarketClockTable {
  id: number
  market_at: number
}

/** `seq` has no gaps. */
export interface LedgerEventTable {
  seq: number
  owner_id: UserId
  /** Market time. */
  at: number
  wall_at: number
  kind: string
  order_id: string | null
  body: string
  previous_hash: string
  hash: string
}

export interface OrderKeyTable {
  owner_id: UserId
  client_order_id: string
  order_id: string
  body_hash: string
  seq: number
}

export interface LedgerIdentityTable {
  id: string
}

/** A disposable cache of all accounts after an entry; `state` is gzip of JSON. */
export interface LedgerSnapshotTable {
  seq: number
  hash: string
  /** SHA-256 of `state`. */
  state_hash: string
  state: Uint8Array
}

export interface WatchlistTable {
  owner_id: UserId
  name: string
  /** Ascending by creation. */
  place: number
  symbols: string
}

/** `quantity` is signed; prices are paise per unit, the average unrounded. */
export interface BracketTable {
  id: string
  owner_id: UserId
  /** Null for the bracket of a position. */
  client_order_id: string | null
  sym: string
  product: string
  /** JSON of kind and value. */
  stop: string | null
  target: string | null
  quantity: number
  filled_quantity: number
  average_price: number | null
  stop_price: number | null
  target_price: number | null
  status: string
  message: string | null
  exit_order_id: string | null
  /** Market time, except `made_wall_at`. */
  watched_at: number
  made_at: number
  made_wall_at: number
  ended_at: number | null
}

export interface StrategyTable {
  owner_id: UserId
  algo_uuid: string
  slug: string
  category: Category
  version: number
  name: string
  /** Lower case; unique among those of an owner that are not deleted. */
  name_key: string
  sub_category: string
  trend: string
  search: string
  /** JSON by the wire's names. */
  body: string
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface StrategyVersionTable {
  owner_id: UserId
  algo_uuid: string
  version: number
  body: string
  saved_at: number
}

/** The newest backtest of a strategy or sample; `body` is JSON by the wire's names. */
export interface StrategyBacktestTable {
  owner_id: UserId
  algo_uuid: string
  /** The saved run; the figures are deleted with it. */
  run_slug: string
  /** Percent. */
  period_return: number | null
  max_draw: number | null
  body: string
}

export interface ScannerTable {
  owner_id: UserId
  scanner_uuid: string
  slug: string
  version: number
  name: string
  /** Lower case; unique among those of an owner that are not deleted. */
  name_key: string
  search: string
  /** JSON by the wire's names. */
  body: string
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface ScannerVersionTable {
  owner_id: UserId
  scanner_uuid: string
  version: number
  body: string
  saved_at: number
}

/** `terms` is JSON; instants are market time. */
export interface AlertTable {
  id: string
  owner_id: UserId
  /** Null of an alert that no scanner was saved for. */
  scanner_uuid: string | null
  slug: string | null
  name: string
  terms: string
  status: string
  reason: string
  started_at: number
  stopped_at: number | null
  /** Start of the newest candle that was judged. */
  judged_at: number
}

/** Where alerts of a user are sent to. Instants are wall time. */
export interface WebhookTable {
  owner_id: UserId
  url: string
  template: string | null
  secret: string
  /** 0 or 1. */
  is_on: number
  /** Notifications up to this number have been sent or given up. */
  sent_seq: number
  last_sent_at: number | null
  failing_since: number | null
  last_error: string
  dropped: number
}

/** A good till triggered order. `terms` and `triggered` are JSON; instants are market time. */
export interface GttTable {
  id: string
  owner_id: UserId
  sym: string
  terms: string
  status: string
  reason: string
  last_price: number | null
  triggered: string | null
  order_id: string | null
  created_at: number
  expires_at: number
  ended_at: number | null
  /** Trades until then were judged. */
  watched_at: number
}

/** A symbol for which the rule of an alert became true, once for each candle. */
export interface AlertHitTable {
  alert_id: string
  /** Start of the candle. */
  bar: number
  seg_sym: string
  raised_at: number
  price: number | null
  /** JSON of the rule's operands with their values. */
  operands: string
}

/** `body` is JSON by the wire's names; instants are market time. */
export interface AlertProposalTable {
  id: string
  alert_id: string
  owner_id: UserId
  status: string
  body: string
  made_at: number
  late_at: number | null
  ended_at: number | null
}

/** `terms` is JSON of type, instruments, quantity and limits; instants are market time. */
export interface DeploymentTable {
  id: string
  owner_id: UserId
  algo_uuid: string
  slug: string
  version: number
  type: string
  terms: string
  /** Its own copy, JSON by the wire's names. */
  strategy: string
  status: string
  reason: string
  state: string
  last_seq: number
  started_at: number
  stopped_at: number | null
}

export interface DeploymentRunTable {
  deployment_id: string
  seg_sym: string
  state: string
}

export interface DeploymentLogTable {
  deployment_id: string
  seq: number
  /** Market time. */
  at: number
  kind: string
  body: string
}

export interface ProposalTable {
  id: string
  owner_id: UserId
  deployment_id: string
  status: string
  body: string
  ended_at: number | null
}

/** `body` is JSON by the names of the code. */
export interface DrawingTable {
  owner_id: UserId
  id: string
  sym: string
  /** Ascending, the lowest first. */
  place: number
  body: string
}

/** `body` is JSON by the names of the code. */
export interface ChartLayoutTable {
  owner_id: UserId
  name: string
  body: string
}

/** A row for each version; the newest one counts. */
export interface RuleDefinitionTable {
  owner_id: UserId
  name: string
  version: number
  text: string
  saved_at: number
}

export interface MarketShockTable {
  id: string
  kind: string
  share: string | null
  starts_at: number
  ends_at: number
  added_by: UserId
  added_at: number
}

/** `trip` is the `seq` of the fill that opened a round trip; `body` is JSON by the names of the code. */
export interface TripNoteTable {
  owner_id: UserId
  trip: number
  body: string
}

export interface DrillTable {
  id: string
  owner_id: UserId
  kind: string
  share: string | null
  /** Wall time, as `ends_at` and `ended_at`. */
  begun_at: number
  ends_at: number | null
  market_from: number
  market_to: number
  ended_at: number | null
}

export interface ServerLeaseTable {
  name: string
  /** Name of its connections, by which they are found and ended. */
  holder: string
  fence: number
  held_until: number
}

export interface Database {
  deployment: DeploymentTable
  deployment_run: DeploymentRunTable
  deployment_log: DeploymentLogTable
  proposal: ProposalTable
  user: UserTable
  session: SessionTable
  sign_in_failure: SignInFailureTable
  known_browser: KnownBrowserTable
  audit: AuditTable
  notification: NotificationTable
  backtest_run: BacktestRunTable
  backtest_record: BacktestRecordTable
  strategy: StrategyTable
  strategy_version: StrategyVersionTable
  strategy_backtest: StrategyBacktestTable
  scanner: ScannerTable
  scanner_version: ScannerVersionTable
  alert: AlertTable
  gtt: GttTable
  webhook: WebhookTable
  alert_hit: AlertHitTable
  alert_proposal: AlertProposalTable
  candle_import: CandleImportTable
  candle_series: CandleSeriesTable
  candle_chunk: CandleChunkTable
  instrument_master: InstrumentMasterTable
  ledger_event: LedgerEventTable
  ledger_identity: LedgerIdentityTable
  order_key: OrderKeyTable
  ledger_snapshot: LedgerSnapshotTable
  market_clock: MarketClockTable
  market_shock: MarketShockTable
  exchange_year: ExchangeYearTable
  watchlist: WatchlistTable
  drawing: DrawingTable
  chart_layout: ChartLayoutTable
  trip_note: TripNoteTable
  drill: DrillTable
  rule_definition: RuleDefinitionTable
  bracket: BracketTable
  server_lease: ServerLeaseTable
}
