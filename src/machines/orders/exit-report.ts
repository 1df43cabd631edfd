import { assign, emit, enqueueActions, setup } from 'xstate'
import {
  describeExits,
  type ExitProgress,
  exitProgress,
  type SentExit,
} from '../../domain/orders/exit-progress.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import type { OrderEntry } from '../positions/books.ts'

declare module '../requests.ts' {
  interface Machines {
    readonly exitReport: typeof exitReportMachine
  }
}

export type ExitOrigin = 'kill' | 'all' | 'chosen'

export interface ExitBatch {
  readonly id: string
  readonly origin: ExitOrigin
  readonly exits: readonly SentExit[]
  readonly progress: ExitProgress
}

const BATCHES_MAX = 10
/** In ms. Without news the order book is reloaded: the stream may be down when everything is stopped. */
const LOOK_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const

export interface ExitReportContext {
  /** Newest first. */
  readonly batches: readonly ExitBatch[]
  readonly orders: readonly OrderEntry[]
  readonly made: number
  readonly looks: number
}

export type ExitReportEvent =
  | { readonly type: 'exits.sent'; readonly origin: ExitOrigin; readonly exits: readonly SentExit[] }
  | { readonly type: 'orders.known'; readonly orders: readonly OrderEntry[] }
  | { readonly type: 'session.ended' }

export type ExitReportEmitted =
  | NoticeEmitted
  /** An exit is open without news for a while. */
  | { readonly type: 'exits.unsure' }

const isOpen = ({ progress }: ExitBatch): boolean => progress.open > 0

const noticeOf = ({ id, progress }: ExitBatch): NoticeEmitted => {
  const kind = progress.failed.length > 0 ? 'warning' : progress.open > 0 ? 'info' : 'success'
  const { notice } = noticed(kind, describeExits(progress))
  return { type: 'notice', notice: { ...notice, id } }
}

type ExitReportSnapshot = { readonly context: ExitReportContext }

/** Exits that the kill switch sent last; null if this page has not pulled it. */
export const killProgress = ({ context }: ExitReportSnapshot): ExitProgress | null =>
  context.batches.find(({ origin }) => origin === 'kill')?.progress ?? null

const nothing = { batches: [], orders: [], looks: 0 } as const

export const exitReportMachine = setup({
  types: {
    context: {} as ExitReportContext,
    events: {} as ExitReportEvent,
    emitted: {} as ExitReportEmitted,
  },
  actions: {
    begin: enqueueActions(
      ({ context, enqueue }, { origin, exits }: Extract<ExitReportEvent, { type: 'exits.sent' }>) => {
        const made = context.made + 1
        const progress = exitProgress(exits, context.orders)
        const batch: ExitBatch = { id: `exits ${made}`, origin, exits, progress }
        const batches = [batch, ...context.batches].filter((one, index) => index < BATCHES_MAX || isOpen(one))
        enqueue.assign({ batches, made, looks: 0 })
        if (exits.length > 0) enqueue.emit(noticeOf(batch))
      },
    ),
    note: enqueueActions(({ context, enqueue }, orders: readonly OrderEntry[]) => {
      const batches = context.batches.map((batch) =>
        isOpen(batch) ? { ...batch, progress: exitProgress(batch.exits, orders) } : batch,
      )
      enqueue.assign({ batches, orders })
      for (const [index, batch] of batches.entries()) {
        const before = context.batches[index]
        if (before !== undefined && describeExits(before.progress) !== describeExits(batch.progress))
          enqueue.emit(noticeOf(batch))
      }
    }),
    look: emit({ type: 'exits.unsure' }),
    countLook: assign(({ context }) => ({ looks: context.looks + 1 })),
    forget: assign(nothing),
  },
  guards: {
    hasOpen: ({ context }) => context.batches.some(isOpen),
    hasNone: ({ context }) => !context.batches.some(isOpen),
    mayLook: ({ context }) => context.looks < LOOK_AFTER_MS.length,
  },
  delays: { lookDelay: ({ context }) => LOOK_AFTER_MS[context.looks] ?? 0 },
}).createMachine({
  id: 'exitReport',
  context: { ...nothing, made: 0 },
  initial: 'idle',
  on: {
    'exits.sent': { actions: { type: 'begin', params: ({ event }) => event } },
    'orders.known': { actions: { type: 'note', params: ({ event }) => event.orders } },
    'session.ended': { target: '.idle', actions: 'forget' },
  },
  states: {
    idle: { always: { guard: 'hasOpen', target: 'following' } },
    following: {
      always: { guard: 'hasNone', target: 'idle' },
      after: {
        lookDelay: {
          guard: 'mayLook',
          target: 'following',
          reenter: true,
          actions: ['look', 'countLook'],
        },
      },
    },
  },
})
