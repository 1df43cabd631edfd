import { assign, enqueueActions, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { type GttTerms, gttFailures } from '../../domain/orders/gtt/gtt.ts'
import { pathOf } from '../../domain/screens.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'

export interface PlacedGtt {
  /** In words, for what is told of it. */
  readonly title: string
  readonly terms: GttTerms
  /** Is cancelled in the same step. */
  readonly replaces: string | null
}

export interface CancelledGtt {
  readonly key: string
  readonly title: string
}

declare module '../requests.ts' {
  interface Requests {
    readonly gttActs:
      | ({ readonly type: 'gtt.place' } & PlacedGtt)
      | { readonly type: 'gtt.cancel'; readonly gtts: readonly CancelledGtt[] }
  }
  interface Machines {
    readonly gttActs: typeof gttActsMachine
  }
}

export type GttAct =
  /** `key` is chosen before the first try, so that a lost answer places nothing twice. */
  | ({ readonly kind: 'place'; readonly key: string } & PlacedGtt)
  | ({ readonly kind: 'cancel' } & CancelledGtt)

export interface GttActsContext {
  readonly createUuid: () => string
  readonly acts: readonly GttAct[]
}

export type GttActsEvent = Requests['gttActs'] | { readonly type: 'session.ended' }

export interface GttDone {
  readonly type: 'gtt.done'
  readonly act: GttAct
  readonly problem: string | null
}

export type GttActsEmitted = NoticeEmitted | GttDone

const saidOf = (act: GttAct): NoticeEmitted => {
  const path = pathOf('gtt')
  if (act.kind === 'cancel') return noticed('success', `GTT order cancelled: ${act.title}`, undefined, path)
  if (act.replaces !== null) return noticed('success', `GTT order changed: ${act.title}`, undefined, path)
  const gtts = [{ key: act.key, title: act.title }]
  const undo = { to: 'gttActs', event: { type: 'gtt.cancel', gtts } } as const
  return noticed('success', `GTT order placed: ${act.title}`, undo)
}

/** One after the other, in the order asked. */
export const gttActsMachine = setup({
  types: {
    context: {} as GttActsContext,
    events: {} as GttActsEvent,
    emitted: {} as GttActsEmitted,
    input: {} as Pick<GttActsContext, 'createUuid'>,
  },
  actors: { carryOut: promisePort<void, { readonly act: GttAct }>('carryOut') },
  actions: {
    queue: assign(({ context }, event: Requests['gttActs']) => ({
      acts: [
        ...context.acts,
        ...(event.type === 'gtt.place'
          ? [{ ...event, kind: 'place' as const, key: context.createUuid() }]
          : event.gtts.map((gtt) => ({ kind: 'cancel' as const, ...gtt }))),
      ],
    })),
    finish: enqueueActions(({ context, enqueue }) => {
      const [act, ...acts] = context.acts
      if (act === undefined) return
      enqueue.assign({ acts })
      enqueue.emit({ type: 'gtt.done', act, problem: null })
      enqueue.emit(saidOf(act))
    }),
    giveUp: enqueueActions(({ context, enqueue }, { error }: { readonly error: unknown }) => {
      const [act, ...acts] = context.acts
      if (act === undefined) return
      enqueue.assign({ acts })
      const text = messageOf(error, gttFailures[act.kind])
      // Its answer may have been lost, so the list is loaded all the same.
      enqueue.emit({ type: 'gtt.done', act, problem: text })
      enqueue.emit({
        type: 'notice',
        notice: {
          kind: 'error',
          text,
          detail: act.title,
          path: pathOf('gtt'),
        },
      })
    }),
  },
  guards: { hasAct: ({ context }) => context.acts.length > 0 },
}).createMachine({
  id: 'gttActs',
  context: ({ input }) => ({ ...input, acts: [] }),
  initial: 'idle',
  on: {
    'gtt.place': { actions: { type: 'queue', params: ({ event }) => event } },
    'gtt.cancel': { actions: { type: 'queue', params: ({ event }) => event } },
    'session.ended': { target: '.idle', actions: assign({ acts: [] }) },
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
        onDone: { target: 'idle', actions: 'finish' },
        onError: {
          target: 'idle',
          actions: { type: 'giveUp', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
})
