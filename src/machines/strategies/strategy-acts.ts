import { assign, enqueueActions, setup } from 'xstate'
import { ApiError, isFateUnknown, isRejectedAs, messageOf } from '../../contract/api-error.ts'
import { restoreStrategy, saveEquityStrategy } from '../../contract/strategies.ts'
import { pathOf } from '../../domain/screens.ts'
import type { Strategy } from '../../domain/strategies/strategy.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { strategyTexts } from './texts-of-strategies.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly strategyActs: /** A new version of `of`, or a new strategy if that is null. */
      | { readonly type: 'strategy.save'; readonly strategy: Strategy; readonly of: VersionRef | null }
      | { readonly type: 'strategy.copy'; readonly strategy: string; readonly name: string | null }
      | { readonly type: 'strategy.delete'; readonly strategy: string; readonly isOnItsScreen: boolean }
      /** Null is the last one deleted here. */
      | { readonly type: 'strategy.undelete'; readonly deleted: DeletedStrategy | null }
      /** `seen` is the newest version on screen; null if none was. */
      | {
          readonly type: 'strategy.restore'
          readonly strategy: string
          readonly version: number
          readonly seen: number | null
        }
  }
  interface Machines {
    readonly strategyActs: typeof strategyActsMachine
  }
}

export interface VersionRef {
  readonly slug: string
  readonly version: number
}

export interface DeletedStrategy {
  readonly algoUuid: string
  readonly name: string
}

/** A strategy is named by its slug or by its name. `algoUuid` is that of what is made. */
export type StrategyAct =
  | {
      readonly kind: 'save'
      readonly strategy: Strategy
      readonly of: VersionRef | null
      readonly algoUuid: string
    }
  | {
      readonly kind: 'copy'
      readonly strategy: string
      readonly name: string | null
      readonly algoUuid: string
    }
  | { readonly kind: 'delete'; readonly strategy: string; readonly isOnItsScreen: boolean }
  | { readonly kind: 'undelete'; readonly deleted: DeletedStrategy }
  | {
      readonly kind: 'restore'
      readonly strategy: string
      readonly version: number
      readonly seen: number | null
    }

export interface ActDone {
  readonly slug: string
  readonly algoUuid: string
  readonly name: string
  readonly version: number
}

export const ACTS_MAX = 50

export interface StrategyActsContext {
  readonly createUuid: () => string
  /** The first one is being sent. */
  readonly acts: readonly StrategyAct[]
  /** Its answer was lost, so that the same act again must have the same UUID. */
  readonly unanswered: StrategyAct | null
  readonly deleted: DeletedStrategy | null
}

export type StrategyActsEvent = Requests['strategyActs'] | { readonly type: 'session.ended' }

export type StrategyActsEmitted =
  | NoticeEmitted
  | { readonly type: 'strategy.kept'; readonly slug: string }
  | { readonly type: 'strategy.deleted'; readonly slug: string }
  /** The list on screen is older than the server's. */
  | { readonly type: 'strategy.outdated' }

type Requested = Requests['strategyActs']

/** Two acts with one key do the same. */
const keyOf = (act: StrategyAct): string => JSON.stringify({ ...act, algoUuid: '', isOnItsScreen: true })

const actOf = (
  request: Requested,
  { deleted }: StrategyActsContext,
  algoUuid: string,
): StrategyAct | null => {
  switch (request.type) {
    case 'strategy.save':
      return { kind: 'save', strategy: request.strategy, of: request.of, algoUuid }
    case 'strategy.copy':
      return { kind: 'copy', strategy: request.strategy, name: request.name, algoUuid }
    case 'strategy.delete':
      return { kind: 'delete', strategy: request.strategy, isOnItsScreen: request.isOnItsScreen }
    case 'strategy.undelete': {
      const wanted = request.deleted ?? deleted
      return wanted === null ? null : { kind: 'undelete', deleted: wanted }
    }
    case 'strategy.restore': {
      const { strategy, version, seen } = request
      return { kind: 'restore', strategy, version, seen }
    }
    default:
      return request satisfies never
  }
}

const withUuidOf = (act: StrategyAct, { unanswered }: StrategyActsContext): StrategyAct =>
  unanswered !== null && keyOf(unanswered) === keyOf(act) ? unanswered : act

const pathTo = (slug: string): string => pathOf('my-strategies', { slug })

const saidOf = (act: StrategyAct, { slug, algoUuid, name, version }: ActDone): NoticeEmitted => {
  switch (act.kind) {
    case 'save':
      return noticed('success', strategyTexts.saved(name, version), undefined, pathTo(slug))
    case 'copy':
      return noticed('success', strategyTexts.copied, undefined, pathTo(slug))
    case 'delete': {
      const text = act.isOnItsScreen ? strategyTexts.deleted : strategyTexts.deletedElsewhere(name)
      const event = { type: 'strategy.undelete', deleted: { algoUuid, name } } as const
      return noticed('success', text, { to: 'strategyActs', event })
    }
    case 'undelete':
      return noticed('info', strategyTexts.undeleted(name))
    case 'restore':
      return noticed('success', strategyTexts.versionRestored(name, act.version, version))
    default:
      return act satisfies never
  }
}

const failureOf = (act: StrategyAct): string => {
  switch (act.kind) {
    case 'copy':
      return strategyTexts.notCopied
    case 'delete':
      return strategyTexts.notDeleted
    case 'undelete':
      return restoreStrategy.failure
    case 'save':
    case 'restore':
      return saveEquityStrategy.failure
    default:
      return act satisfies never
  }
}

/** Copies and deletes have a text of their own, with the server's below it; the others show the server's. */
const complaintOf = (act: StrategyAct, error: unknown): NoticeEmitted => {
  const failure = failureOf(act)
  const isFixed = act.kind === 'copy' || act.kind === 'delete'
  if (!isFixed) return noticed('error', messageOf(error, failure))
  const reason = error instanceof ApiError ? messageOf(error, '').replace(/^: /, '') : ''
  const detail = reason === '' ? {} : { detail: reason }
  return { type: 'notice', notice: { kind: 'error', text: failure, ...detail } }
}

const nothing = { acts: [], unanswered: null, deleted: null } as const

/** One act at a time, in the order asked: each has its own message. */
export const strategyActsMachine = setup({
  types: {
    context: {} as StrategyActsContext,
    events: {} as StrategyActsEvent,
    emitted: {} as StrategyActsEmitted,
    input: {} as { readonly createUuid: () => string },
  },
  actors: {
    carryOut: promisePort<ActDone, { readonly act: StrategyAct }>('carryOut'),
  },
  actions: {
    queue: enqueueActions(({ context, enqueue }, request: Requested) => {
      const act = actOf(request, context, context.createUuid())
      if (act === null) {
        enqueue.emit(noticed('info', strategyTexts.nothingDeleted))
        return
      }
      const isRepeated = context.acts.some((other) => keyOf(other) === keyOf(act))
      if (isRepeated || context.acts.length >= ACTS_MAX) return
      enqueue.assign({ acts: [...context.acts, withUuidOf(act, context)] })
    }),
    finish: enqueueActions(({ context, enqueue }, done: ActDone) => {
      const [act, ...acts] = context.acts
      if (act === undefined) return
      const { slug, algoUuid, name } = done
      enqueue.assign({ acts, unanswered: null })
      if (act.kind === 'delete') enqueue.assign({ deleted: { algoUuid, name } })
      if (act.kind === 'undelete') enqueue.assign({ deleted: null })
      enqueue.emit({ type: act.kind === 'delete' ? 'strategy.deleted' : 'strategy.kept', slug })
      enqueue.emit(saidOf(act, done))
    }),
    giveUp: enqueueActions(({ context, enqueue }, { error }: { readonly error: unknown }) => {
      const [act, ...acts] = context.acts
      if (act === undefined) return
      enqueue.assign({ acts, unanswered: isFateUnknown(error) ? act : null })
      enqueue.emit(complaintOf(act, error))
      if (isRejectedAs(error, 'VERSION_CONFLICT')) enqueue.emit({ type: 'strategy.outdated' })
    }),
  },
  guards: { hasAct: ({ context }) => context.acts.length > 0 },
}).createMachine({
  id: 'strategyActs',
  context: ({ input: { createUuid } }) => ({ ...nothing, createUuid }),
  initial: 'idle',
  on: {
    'strategy.save': { actions: { type: 'queue', params: ({ event }) => event } },
    'strategy.copy': { actions: { type: 'queue', params: ({ event }) => event } },
    'strategy.delete': { actions: { type: 'queue', params: ({ event }) => event } },
    'strategy.undelete': { actions: { type: 'queue', params: ({ event }) => event } },
    'strategy.restore': { actions: { type: 'queue', params: ({ event }) => event } },
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
          return { act }
        },
        onDone: { target: 'idle', actions: { type: 'finish', params: ({ event }) => event.output } },
        onError: {
          target: 'idle',
          actions: { type: 'giveUp', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
})
