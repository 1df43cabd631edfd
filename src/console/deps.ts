import type { Environment } from '../commands/environment.ts'
import type { EngineClient, EngineWorker } from '../engine/worker/client.ts'
import type { Notices } from '../machines/notices.ts'
import type { WorkerPort } from '../market/instruments/instrument-client.ts'
import type { QuoteBook } from '../market/quotes/quote-book.ts'
import type { Clock } from '../platform/clock.ts'
import type { HttpClient } from '../platform/http-client.ts'
import type { Platform } from '../platform/platform.ts'
import type { Session } from '../platform/session.ts'
import type { KeptValues } from '../platform/storage.ts'
import type { createUpload } from '../platform/upload.ts'
import type { Actors } from './actors.ts'
import type { createActs } from './acts.ts'
import type { createLoadSteps } from './backtests/engine-adapters.ts'
import type { createRunDuration } from './backtests/run-duration.ts'
import type { createRunPreview } from './backtests/run-preview.ts'
import type { ReadQuote } from './options/scalper-arming.ts'
import type { OrderJudge } from './orders/judging.ts'
import type { lazyOrderPreview } from './orders/lazy-order-preview.ts'
import type { PreviewedLists } from './orders/previewed-lists.ts'
import type { QuoteFeed } from './quotes/quote-feed.ts'
import type { UserStorage } from './shell/user-storage.ts'

export interface StartDeps {
  /** Filled while the areas are created: areas that start with the page may read it only in callbacks. */
  readonly actors: Actors
  readonly platform: Platform
  readonly http: HttpClient
  readonly upload: ReturnType<typeof createUpload>
  readonly session: Session
  readonly storage: KeptValues
  readonly memory: UserStorage
  readonly clock: Clock
  readonly notices: Notices
  readonly engine: EngineClient
  readonly steps: ReturnType<typeof createLoadSteps>
  readonly feed: QuoteFeed
  readonly runPreview: ReturnType<typeof createRunPreview>
  readonly runDuration: ReturnType<typeof createRunDuration>
  readonly previewed: PreviewedLists
  readonly previewOrders: ReturnType<typeof lazyOrderPreview>
  readonly createEngineWorker: () => EngineWorker
  readonly createInstrumentWorker: () => WorkerPort
  readonly environment: () => Environment
  readonly judge: () => OrderJudge
  /** Empty while no user is signed in. */
  readonly userUuid: () => string
}

export interface Deps extends StartDeps {
  readonly quotes: QuoteBook
  readonly acts: ReturnType<typeof createActs>
  readonly readQuote: ReadQuote
}
