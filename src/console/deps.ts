import type { Environment } from '../commands/environment.ts'
import { type Base, defaultBases } from '../contract/endpoint.ts'
import type { EngineWorker } from '../engine/worker/client.ts'
import { createNotices } from '../machines/notices.ts'
import type { WorkerPort } from '../market/instruments/instrument-client.ts'
import { type Clock, createClock } from '../platform/clock.ts'
import { createHttpClient } from '../platform/http-client.ts'
import type { Platform } from '../platform/platform.ts'
import { createSession } from '../platform/session.ts'
import { createSessionCookie } from '../platform/session-cookie.ts'
import { createStorage } from '../platform/storage.ts'
import type { Actors } from './actors.ts'
import type { createActs } from './acts.ts'
import type { Engine } from './backtests/engine-adapters.ts'
import type { RunPreview } from './backtests/run-preview.ts'
import type { OrderJudge } from './orders/judging.ts'
import { lazyOrderPreview } from './orders/lazy-order-preview.ts'
import { createPreviewedLists } from './orders/previewed-lists.ts'
import { createQuoteFeed } from './quotes/quote-feed.ts'
import type { LinePreviewPorts } from './shell/line-preview.ts'
import { createUserStorage } from './shell/user-storage.ts'
import { startEngineWorker, startInstrumentWorker } from './workers.ts'

export interface DepsConfig {
  readonly platform: Platform
  readonly bases?: Readonly<Record<Base, string>>
  readonly createEngineWorker?: () => EngineWorker
  readonly createInstrumentWorker?: () => WorkerPort
}

interface OfConsole {
  /** Filled while the areas are created: areas that start with the page may read it only in callbacks. */
  readonly actors: Actors
  readonly environment: () => Environment
  readonly judge: () => OrderJudge
  readonly previewRun: LinePreviewPorts['backtest']
  readonly previewScan: LinePreviewPorts['scan']
}

const createHttp = (
  { platform, bases = defaultBases }: DepsConfig,
  actors: Actors,
  observeTime: Clock['observe'],
) => {
  const session = createSession(createSessionCookie(platform.cookies), {
    replaced: () => actors.auth.send({ type: 'auth.otherTabSignedIn' }),
    gone: () => actors.auth.send({ type: 'auth.expired' }),
  })
  const http = createHttpClient({
    bases,
    healthUrl: '/health',
    fetch: platform.fetch,
    ticks: platform.ticks,
    token: session.token,
    listeners: {
      unauthorized: () => actors.auth.send({ type: 'auth.expired' }),
      answered: (latencyMs) => actors.connectivity.send({ type: 'call.answered', latencyMs }),
      unreachable: () => actors.connectivity.send({ type: 'call.unreachable' }),
      outdated: () => actors.connectivity.send({ type: 'contract.outdated' }),
      serverTime: observeTime,
    },
  })
  return { session, http }
}

/** Shared by several areas; an area creates what it alone needs. */
export const createDeps = (config: DepsConfig, ofConsole: OfConsole) => {
  const { platform, createEngineWorker = startEngineWorker } = config
  const { actors } = ofConsole
  const clock = createClock(platform)
  const { session, http } = createHttp(config, actors, clock.observe)
  const storage = createStorage({ areas: platform.storage, watchOtherTabs: platform.watchOtherTabs })
  const previewed = createPreviewedLists()
  const feed = createQuoteFeed({ actors: () => actors, platform, now: clock.now })
  /** Empty while no user is signed in. */
  const userUuid = (): string => actors.auth.getSnapshot().context.user?.userUuid ?? ''
  return {
    ...ofConsole,
    ...{ platform, http, session, storage, clock, feed, previewed, userUuid, createEngineWorker },
    quotes: feed.book,
    memory: createUserStorage(storage, () => userUuid() || null),
    notices: createNotices(platform.ticks),
    previewOrders: lazyOrderPreview({
      ...{ http, ticks: platform.ticks, previewed },
      instruments: () => ofConsole.environment().instruments,
    }),
    createInstrumentWorker: config.createInstrumentWorker ?? startInstrumentWorker,
  }
}

export type StartDeps = Readonly<ReturnType<typeof createDeps>>

export interface Deps extends StartDeps {
  readonly acts: ReturnType<typeof createActs>
  readonly engine: Engine
  readonly runPreview: RunPreview
}
