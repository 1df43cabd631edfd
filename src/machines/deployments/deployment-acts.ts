import { assign, enqueueActions, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { forceStop, pauseDeployment, resumeDeployment } from '../../contract/deployments.ts'
import { DEPLOYMENTS_PER_USER, type DeploymentType } from '../../domain/deployments/deployment.ts'
import { tradingSymbolOf } from '../../domain/instruments/instrument.ts'
import { pathOf } from '../../domain/screens.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { deploymentTexts } from './texts-of-deployments.ts'

export type DeploymentActKind = 'pause' | 'resume' | 'stop' | 'stopAndExit'

declare module '../requests.ts' {
  interface Requests {
    readonly deploymentActs: {
      readonly type: 'deployment.act'
      readonly kind: DeploymentActKind
      readonly deployments: readonly ActedDeployment[]
    }
  }
  interface Machines {
    readonly deploymentActs: typeof deploymentActsMachine
  }
}

export interface ActedDeployment {
  readonly key: string
  readonly name: string
  readonly type: DeploymentType
}

export interface DeploymentAct {
  readonly kind: DeploymentActKind
  readonly deployment: ActedDeployment
}

/** Exits that a stop sent; empty for the other acts. */
export type ActExits = ReplyOf<typeof forceStop>['exits']

export interface DeploymentActsContext {
  readonly acts: readonly DeploymentAct[]
  /** The server's words, by deployment, for acts that failed last. */
  readonly failed: Readonly<Record<string, string>>
}

export type DeploymentActsEvent = Requests['deploymentActs'] | { readonly type: 'session.ended' }

export type DeploymentActsEmitted =
  | NoticeEmitted
  /** Its list is older than the server's; `mayTrade`: so are positions and order book. */
  | { readonly type: 'deployment.acted'; readonly of: DeploymentType; readonly mayTrade: boolean }

const isStop = (kind: DeploymentActKind): boolean => kind === 'stop' || kind === 'stopAndExit'

const failures: Readonly<Record<DeploymentActKind, string>> = {
  pause: pauseDeployment.failure,
  resume: resumeDeployment.failure,
  stop: forceStop.failure,
  stopAndExit: forceStop.failure,
}

const pathTo = ({ type, key }: ActedDeployment): string => pathOf('live-trades', { type, key })

const saidOf = ({ kind, deployment }: DeploymentAct, exits: ActExits): readonly NoticeEmitted[] => {
  const { name } = deployment
  const path = pathTo(deployment)
  switch (kind) {
    case 'pause':
      return [noticed('success', deploymentTexts.paused(name), undefined, path)]
    case 'resume':
      return [noticed('success', deploymentTexts.resumed(name), undefined, path)]
    case 'stop':
    case 'stopAndExit': {
      const sent = exits.filter(({ orderId }) => orderId !== null).length
      const text = sent === 0 ? deploymentTexts.stopped(name) : deploymentTexts.exitsSent(name, sent)
      const held = exits.flatMap(({ segSym, reason }) =>
        reason === null
          ? []
          : [noticed('error', deploymentTexts.exitNotSent(name, tradingSymbolOf(segSym), reason))],
      )
      return [noticed('success', text, undefined, path), ...held]
    }
    default:
      return kind satisfies never
  }
}

const isSame = (one: DeploymentAct, other: DeploymentAct): boolean =>
  one.kind === other.kind && one.deployment.key === other.deployment.key

/** A stop that waits makes what was asked before it needless; the one being sent stays. */
const withActs = (
  acts: readonly DeploymentAct[],
  added: readonly DeploymentAct[],
): readonly DeploymentAct[] => {
  const fresh = added.filter((act) => !acts.some((other) => isSame(other, act)))
  const stopped = new Set(fresh.filter(({ kind }) => isStop(kind)).map(({ deployment }) => deployment.key))
  const kept = acts.filter(
    ({ kind, deployment }, index) => index === 0 || isStop(kind) || !stopped.has(deployment.key),
  )
  return [...kept, ...fresh].slice(0, 2 * DEPLOYMENTS_PER_USER)
}

const nothing: DeploymentActsContext = { acts: [], failed: {} }

/** Acts on running deployments, one after the other in the order asked. A stop may be repeated safely. */
export const deploymentActsMachine = setup({
  types: {
    context: {} as DeploymentActsContext,
    events: {} as DeploymentActsEvent,
    emitted: {} as DeploymentActsEmitted,
  },
  actors: { carryOut: promisePort<ActExits, { readonly act: DeploymentAct }>('carryOut') },
  actions: {
    queue: assign(({ context }, { kind, deployments }: Requests['deploymentActs']) => ({
      acts: withActs(
        context.acts,
        deployments.map((deployment) => ({ kind, deployment })),
      ),
    })),
    finish: enqueueActions(({ context, enqueue }, exits: ActExits) => {
      const [act, ...acts] = context.acts
      if (act === undefined) return
      const { [act.deployment.key]: _, ...failed } = context.failed
      enqueue.assign({ acts, failed })
      enqueue.emit({ type: 'deployment.acted', of: act.deployment.type, mayTrade: isStop(act.kind) })
      for (const said of saidOf(act, exits)) enqueue.emit(said)
    }),
    giveUp: enqueueActions(({ context, enqueue }, { error }: { readonly error: unknown }) => {
      const [act, ...acts] = context.acts
      if (act === undefined) return
      const message = messageOf(error, failures[act.kind])
      enqueue.assign({ acts, failed: { ...context.failed, [act.deployment.key]: message } })
      // Its answer may have been lost, so the list is loaded all the same.
      enqueue.emit({ type: 'deployment.acted', of: act.deployment.type, mayTrade: isStop(act.kind) })
      enqueue.emit({
        type: 'notice',
        notice: { kind: 'error', text: message, detail: act.deployment.name, path: pathTo(act.deployment) },
      })
    }),
  },
  guards: { hasAct: ({ context }) => context.acts.length > 0 },
}).createMachine({
  id: 'deploymentActs',
  context: nothing,
  initial: 'idle',
  on: {
    'deployment.act': { actions: { type: 'queue', params: ({ event }) => event } },
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

export const actOn = ({ acts }: DeploymentActsContext, key: string): DeploymentActKind | null =>
  acts.findLast(({ deployment }) => deployment.key === key)?.kind ?? null
