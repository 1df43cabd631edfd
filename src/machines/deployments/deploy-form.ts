import { assign, enqueueActions, setup } from 'xstate'
import { isFateUnknown, messageOf } from '../../contract/api-error.ts'
import type { BodyOf } from '../../contract/call-types.ts'
import type { deployOptions } from '../../contract/deployments.ts'
import { getStrategy } from '../../contract/strategies.ts'
import {
  checkDraft,
  type DeployDraft,
  type DeployPreset,
  type DeployProblem,
  draftOf,
  withPreset,
} from '../../domain/deployments/deploy-draft.ts'
import type { DeploymentType } from '../../domain/deployments/deployment.ts'
import type { Strategy } from '../../domain/strategies/strategy.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { deploymentTexts } from './texts-of-deployments.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly deployForm:
      | ({ readonly type: 'deploy.open' } & DeployOpening)
      /** Deploys, or asks first where it would trade by itself. */
      | { readonly type: 'deploy.send' }
      | { readonly type: 'deploy.confirm' }
  }
  interface Machines {
    readonly deployForm: typeof deployFormMachine
  }
}

export interface DeployOpening {
  readonly strategy: string
  readonly version: number | null
  readonly preset: DeployPreset
}

export interface DeployedStrategy {
  readonly slug: string
  readonly version: number
  readonly latestVersion: number
  readonly isSample: boolean
  readonly strategy: Strategy
  readonly usualType: DeploymentType
}

export type DeployBody = BodyOf<typeof deployOptions>

export interface DeployInput {
  readonly category: Strategy['category']
  readonly body: DeployBody
}

export interface DeployFormContext {
  readonly createUuid: () => string
  readonly opening: DeployOpening | null
  readonly deployed: DeployedStrategy | null
  readonly draft: DeployDraft | null
  /** As the form was closed, for when the same strategy is asked for again. */
  readonly kept: { readonly slug: string; readonly draft: DeployDraft } | null
  readonly isChecked: boolean
  /** Its answer was lost, so that the same terms again must have the same UUID. */
  readonly unanswered: DeployBody | null
  readonly sending: DeployBody | null
  /** Why the strategy was not loaded, or the deployment refused. */
  readonly message: string | null
}

export type DeployFormEvent =
  | Requests['deployForm']
  | { readonly type: 'deploy.change'; readonly part: Partial<DeployDraft> }
  /** From the confirmation to the form. */
  | { readonly type: 'deploy.back' }
  | { readonly type: 'deploy.close' }
  | { readonly type: 'deploy.retry' }
  | { readonly type: 'session.ended' }

export interface Deployed {
  readonly deploymentUuid: string
  readonly slug: string
  readonly deploymentType: DeploymentType
}

export type DeployFormEmitted =
  | NoticeEmitted
  | { readonly type: 'deploy.loaded'; readonly slug: string; readonly version: number }
  | ({ readonly type: 'deploy.done' } & Deployed)

const nothing = {
  opening: null,
  deployed: null,
  draft: null,
  kept: null,
  isChecked: false,
  unanswered: null,
  sending: null,
  message: null,
} as const

export const problemsOf = ({ draft, deployed }: DeployFormContext): readonly DeployProblem[] =>
  draft === null || deployed === null ? [] : checkDraft(draft, deployed.strategy)

const bodyOf = (
  { slug, version }: DeployedStrategy,
  draft: DeployDraft,
  deploymentUuid: string,
): DeployBody => ({ deploymentUuid, slug, version, ...draft })

const termsOf = (body: DeployBody): string => JSON.stringify({ ...body, deploymentUuid: '' })

const toSend = ({ draft, deployed, unanswered, createUuid }: DeployFormContext): DeployBody | null => {
  if (draft === null || deployed === null) return null
  const body = bodyOf(deployed, draft, createUuid())
  return unanswered !== null && termsOf(unanswered) === termsOf(body) ? unanswered : body
}

const keptOf = ({ deployed, draft, kept }: DeployFormContext): DeployFormContext['kept'] =>
  deployed === null || draft === null ? kept : { slug: deployed.slug, draft }

const withStrategy = (
  { opening, kept }: DeployFormContext,
  deployed: DeployedStrategy,
): Partial<DeployFormContext> => {
  const { strategy, usualType, slug } = deployed
  const draft = kept?.slug === slug ? kept.draft : draftOf(strategy, usualType)
  return { deployed, draft: withPreset(draft, opening?.preset ?? {}), kept: null, message: null }
}

export const deployFormMachine = setup({
  types: {
    context: {} as DeployFormContext,
    events: {} as DeployFormEvent,
    emitted: {} as DeployFormEmitted,
    input: {} as { readonly createUuid: () => string },
  },
  actors: {
    load: promisePort<DeployedStrategy, DeployOpening>('load'),
    deploy: promisePort<{ readonly deploymentUuid: string }, DeployInput>('deploy'),
  },
  actions: {
    begin: assign(({ context }, { strategy, version, preset }: DeployOpening) => ({
      opening: { strategy, version, preset },
      kept: keptOf(context),
      deployed: null,
      draft: null,
      isChecked: false,
      message: null,
    })),
    take: enqueueActions(({ context, enqueue }, deployed: DeployedStrategy) => {
      enqueue.assign(withStrategy(context, deployed))
      enqueue.emit({ type: 'deploy.loaded', slug: deployed.slug, version: deployed.version })
    }),
    change: assign(({ context }, part: Partial<DeployDraft>) => ({
      draft: context.draft && { ...context.draft, ...part },
      message: null,
    })),
    prepare: assign(({ context }) => ({ sending: toSend(context), message: null })),
    finish: enqueueActions(({ context: { sending }, enqueue }) => {
      if (sending === null) return
      const { deploymentUuid, slug, type } = sending
      enqueue.assign(nothing)
      enqueue.emit({ type: 'deploy.done', deploymentUuid, slug, deploymentType: type })
      enqueue.emit(noticed('success', deploymentTexts.deployed))
    }),
    refuse: enqueueActions(({ context, enqueue }, { error }: { readonly error: unknown }) => {
      const message = messageOf(error, deploymentTexts.notDeployed)
      enqueue.assign({
        message,
        sending: null,
        unanswered: isFateUnknown(error) ? context.sending : null,
      })
      enqueue.emit(noticed('error', deploymentTexts.notDeployed))
    }),
  },
  guards: {
    hasProblem: ({ context }) => problemsOf(context).length > 0,
    isAuto: ({ context }) => context.draft?.type === 'auto',
  },
}).createMachine({
  id: 'deployForm',
  context: ({ input: { createUuid } }) => ({ ...nothing, createUuid }),
  initial: 'closed',
  on: {
    'session.ended': { target: '.closed', actions: assign(nothing) },
  },
  states: {
    closed: {
      on: {
        'deploy.open': { target: 'loading', actions: { type: 'begin', params: ({ event }) => event } },
      },
    },
    loading: {
      invoke: {
        src: 'load',
        input: ({ context: { opening } }) => {
          if (opening === null) throw new Error('loading without a strategy')
          return opening
        },
        onDone: { target: 'open', actions: { type: 'take', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: assign({ message: ({ event }) => messageOf(event.error, getStrategy.failure) }),
        },
      },
      on: {
        'deploy.close': 'closed',
        'deploy.open': {
          target: 'loading',
          reenter: true,
          actions: { type: 'begin', params: ({ event }) => event },
        },
      },
    },
    failed: {
      on: {
        'deploy.retry': { target: 'loading', actions: assign({ message: null }) },
        'deploy.close': 'closed',
        'deploy.open': {
          target: 'loading',
          actions: { type: 'begin', params: ({ event }) => event },
        },
      },
    },
    open: {
      initial: 'editing',
      states: {
        editing: {
          on: {
            'deploy.change': { actions: { type: 'change', params: ({ event }) => event.part } },
            'deploy.send': [
              { guard: 'hasProblem', actions: assign({ isChecked: true }) },
              { guard: 'isAuto', target: 'confirming' },
              { target: 'deploying' },
            ],
            'deploy.close': '#deployForm.closed',
            'deploy.open': {
              target: '#deployForm.loading',
              actions: { type: 'begin', params: ({ event }) => event },
            },
          },
        },
        /** An automatic deployment trades by itself, so its terms are said once more. */
        confirming: {
          on: {
            'deploy.confirm': 'deploying',
            'deploy.back': 'editing',
            'deploy.close': '#deployForm.closed',
          },
        },
        deploying: {
          entry: 'prepare',
          invoke: {
            src: 'deploy',
            input: ({ context: { sending, deployed } }) => {
              if (sending === null || deployed === null) throw new Error('deploying without terms')
              return { category: deployed.strategy.category, body: sending }
            },
            onDone: { target: '#deployForm.closed', actions: 'finish' },
            onError: {
              target: 'editing',
              actions: { type: 'refuse', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
})
