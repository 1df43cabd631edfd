import { assign, enqueueActions, setup } from 'xstate'
import type { AlertTerms } from '../../domain/scanners/alert.ts'
import type { Scanner } from '../../domain/scanners/scanner.ts'
import { type Notice, type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { scannerTexts } from './texts-of-scanners.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly scannerActs:
      | { readonly type: 'scanner.act'; readonly act: ScannerAct }
      /** The last one deleted here. */
      | { readonly type: 'scanner.undelete' }
  }
  interface Machines {
    readonly scannerActs: typeof scannerActsMachine
  }
}

export interface DeletedScanner {
  readonly scannerUuid: string
  readonly name: string
}

/** A scanner is named by its slug or by its name. */
export type ScannerAct =
  | {
      readonly kind: 'save'
      readonly scanner: Scanner
      /** Null makes a new scanner. */
      readonly of: { readonly slug: string; readonly version: number | null } | null
    }
  | { readonly kind: 'copy'; readonly scanner: string; readonly name: string | null }
  | { readonly kind: 'delete'; readonly scanner: string }
  | { readonly kind: 'undelete'; readonly deleted: DeletedScanner }
  | { readonly kind: 'setAlert'; readonly scanner: string }
  | { readonly kind: 'setRule'; readonly terms: AlertTerms }
  | { readonly kind: 'stopAll' }
  /** `was` is its rule until now. */
  | {
      readonly kind: 'changeAlert'
      readonly alert: string
      readonly logic: string
      readonly was: string
    }
  | { readonly kind: 'stopAlert'; readonly alert: string; readonly of: string | AlertTerms | null }

/** `uuid` is that of what is made, so that the same act again after a lost answer makes nothing twice. */
export interface ScannerActInput {
  readonly act: ScannerAct
  readonly uuid: string
}

export interface SavedVersion {
  readonly slug: string
  readonly version: number
}

export interface ScannerActDone {
  readonly said: Notice
  readonly isLost: boolean
  /** The scanner that was saved or copied. */
  readonly saved: SavedVersion | null
  readonly deleted: DeletedScanner | null
}

export const ACTS_MAX = 50

interface ScannerActsContext {
  readonly createUuid: () => string
  /** The first one is being sent. */
  readonly acts: readonly ScannerActInput[]
  readonly unanswered: ScannerActInput | null
  readonly deleted: DeletedScanner | null
}

type ScannerActsEvent = Requests['scannerActs'] | { readonly type: 'session.ended' }

export interface ScannerDone extends Pick<ScannerActDone, 'said' | 'saved' | 'deleted'> {
  readonly type: 'scanner.done'
  readonly act: ScannerAct
}

export type ScannerActsEmitted = NoticeEmitted | ScannerDone

const isSame = (one: ScannerAct, other: ScannerAct): boolean => JSON.stringify(one) === JSON.stringify(other)

const nothing = { acts: [], unanswered: null, deleted: null } as const

/** One act at a time, in the order asked. What failed is said by the port, which knows each text. */
export const scannerActsMachine = setup({
  types: {
    context: {} as ScannerActsContext,
    events: {} as ScannerActsEvent,
    emitted: {} as ScannerActsEmitted,
    input: {} as { readonly createUuid: () => string },
  },
  actors: { carryOut: promisePort<ScannerActDone, ScannerActInput>('carryOut') },
  actions: {
    queue: enqueueActions(({ context, enqueue }, { act }: { readonly act: ScannerAct | null }) => {
      if (act === null) {
        enqueue.emit(noticed('info', scannerTexts.nothingDeleted))
        return
      }
      const { acts, unanswered, createUuid } = context
      if (acts.length >= ACTS_MAX || acts.some((other) => isSame(other.act, act))) return
      const isAgain = unanswered !== null && isSame(unanswered.act, act)
      enqueue.assign({ acts: [...acts, isAgain ? unanswered : { act, uuid: createUuid() }] })
    }),
    finish: enqueueActions(({ context, enqueue }, { said, isLost, saved, deleted }: ScannerActDone) => {
      const [done, ...acts] = context.acts
      if (done === undefined) return
      enqueue.assign({ acts, unanswered: isLost ? done : null })
      if (deleted !== null) enqueue.assign({ deleted })
      enqueue.emit({ type: 'scanner.done', act: done.act, said, saved, deleted })
      enqueue.emit({ type: 'notice', notice: said })
    }),
    giveUp: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ acts: context.acts.slice(1) })
      enqueue.emit(noticed('error', scannerTexts.notLoaded))
    }),
  },
  guards: { hasAct: ({ context }) => context.acts.length > 0 },
}).createMachine({
  id: 'scannerActs',
  context: ({ input: { createUuid } }) => ({ ...nothing, createUuid }),
  initial: 'idle',
  on: {
    'scanner.act': { actions: { type: 'queue', params: ({ event }) => event } },
    'scanner.undelete': {
      actions: {
        type: 'queue',
        params: ({ context: { deleted } }) => ({ act: deleted && { kind: 'undelete', deleted } }),
      },
    },
    'session.ended': { target: '.idle', actions: assign(nothing) },
  },
  states: {
    idle: { always: { guard: 'hasAct', target: 'sending' } },
    sending: {
      invoke: {
        src: 'carryOut',
        input: ({ context: { acts } }) => {
          const [act] = acts
          if (act === undefined) throw new Error('sending without an act')
          return act
        },
        onDone: { target: 'idle', actions: { type: 'finish', params: ({ event }) => event.output } },
        onError: { target: 'idle', actions: 'giveUp' },
      },
    },
  },
})
