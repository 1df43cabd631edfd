import type { Exchange } from '../../src/domain/instrument.ts'
import type { Interval } from '../../src/domain/interval.ts'
import type { UserId } from '../user.ts'

/*
 * Column types hold on SQLite and PostgreSQL alike: instants are integer milliseconds, money is integer paise,
 * flags are 0 or 1, ids and JSON are text.
 */
export interface UserTable {
  id: UserId
  name: string
  /** The name folded for look-up; unique. */
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
  /** The IST midnight that ends it. */
  ends_at: number
}

/** Failed sign-ins of an account, an address or a browser, under the hash of what they are counted by. */
export interface SignInFailureTable {
  key: string
  failures: number
  last_at: number
}

/** A browser a user has signed in from, by the SHA-256 of what it keeps. */
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
  /** Of this owner, from 1; decides order. */
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
  /** Symbols the run was begun over; 0 in runs saved before they were counted. */
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
  /** Bytes of `results`, so that a run can be weighed before it is read. */
  size: number
  final_pnl_paise: number | null
  trades: number
  source: string
  created_at: number
  updated_at: number
}

/** An import's days become visible to readers all at once, when its state turns from `staging` to `visible`. */
export interface CandleImportTable {
  id: string
  state: 'staging' | 'visible'
  /** Where it runs, so that what a dead process left behind is told from what a live one is writing. */
  host: string
  process: number
  seen_at: number
  finished_at: number | null
  /** JSON of the breaks that prices were adjusted for. */
  adjusted: string | null
}

/** One row per series, locked while its days change. */
export interface CandleSeriesTable {
  key: string
  interval: Interval
  changes: number
}

/** One IST day of one series: its number of days since 1970-01-01, and its candles in the layout of the wire. */
export interface CandleChunkTable {
  key: string
  interval: Interval
  day: number
  import_id: string
  rows: number
  columns: Uint8Array
}

/** An imported master of one exchange: CSV of the specification, gzip. */
export interface InstrumentMasterTable {
  exchange: Exchange
  rows: number
  source: string
  imported_at: number
  csv: Uint8Array
}

/** Holidays and special sessions of an imported year, as JSON. */
export interface ExchangeYearTable {
  year: number
  days: string
  source: string
  imported_at: number
}

/** How far market time has come; one row. */
export interface MarketClockTable {
  id: number
  market_at: number
}

/** One fact of the paper broker's log; `seq` has no gaps. */
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

/** One order per user and client order id, for ever. */
export interface OrderKeyTable {
  owner_id: UserId
  client_order_id: string
  order_id: string
  body_hash: string
  seq: number
}

/** One row, made with the ledger's tables: which ledger this is, also in a copy. */
export interface LedgerIdentityTable {
  id: string
}

/** All accounts after an entry of the log, gzip of JSON; it is a shortcut and can be thrown away. */
export interface LedgerSnapshotTable {
  seq: number
  /** Of that entry. */
  hash: string
  /** SHA-256 of `state`. */
  state_hash: string
  state: Uint8Array
}

/** A user's named list; `symbols` are `segment_symbol`s between commas. */
export interface WatchlistTable {
  owner_id: UserId
  name: string
  /** Ascending in the order in which the lists were made. */
  place: number
  symbols: string
}

/** A stop, a target or both. `quantity` is signed; prices are paise a unit, the average unrounded. */
export interface BracketTable {
  id: string
  owner_id: UserId
  /** Of the order it was made for; null of a position's. */
  client_order_id: string | null
  sym: string
  product: string
  /** JSON of kind and value. */
  stop: string | null
  target: string | null
  quantity: number
  /** Units of its order that were counted. */
  filled_quantity: number
  average_price: number | null
  stop_price: number | null
  target_price: number | null
  status: string
  message: string | null
  exit_order_id: string | null
  /** Market times; wall time beside the one it was made at. */
  watched_at: number
  made_at: number
  made_wall_at: number
  ended_at: number | null
}

/** Every area adds its tables here. */
export interface Database {
  user: UserTable
  session: SessionTable
  sign_in_failure: SignInFailureTable
  known_browser: KnownBrowserTable
  audit: AuditTable
  notification: NotificationTable
  backtest_run: BacktestRunTable
  backtest_record: BacktestRecordTable
  candle_import: CandleImportTable
  candle_series: CandleSeriesTable
  candle_chunk: CandleChunkTable
  instrument_master: InstrumentMasterTable
  ledger_event: LedgerEventTable
  ledger_identity: LedgerIdentityTable
  order_key: OrderKeyTable
  ledger_snapshot: LedgerSnapshotTable
  market_clock: MarketClockTable
  exchange_year: ExchangeYearTable
  watchlist: WatchlistTable
  bracket: BracketTable
}
