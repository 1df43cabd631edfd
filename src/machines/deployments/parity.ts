import { assign, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { nextTradingDay, previousTradingDay } from '../../domain/calendar/calendar.ts'
import type { ParityStep } from '../../domain/deployments/parity/parity-step.ts'
import type { ParityReport } from '../../domain/deployments/parity/report.ts'
import { type IstDate, toIstDate } from '../../domain/time.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { deploymentTexts } from './texts-of-deployments.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly parity:
      | { readonly type: 'parity.day'; readonly by: 1 | -1 }
      /** The same step again shows all rows. */
      | { readonly type: 'parity.step'; readonly step: ParityStep }
      | { readonly type: 'parity.differences' }
      | { readonly type: 'parity.candle' }
      | { readonly type: 'parity.retry' }
  }
  interface Machines {
    readonly parity: typeof parityMachine
  }
}

/** While the day goes on; that of another day stays as it was made. */
export const PARITY_RELOAD_MS = 60_000

export interface ParitySubject {
  readonly deploymentUuid: string
  readonly day: IstDate
}

export interface ParityContext {
  readonly subject: ParitySubject | null
  readonly today: IstDate | null
  /** That of `subject`, or the one before while it loads. */
  readonly report: ParityReport | null
  readonly message: string | null
  readonly step: ParityStep | null
  readonly isOnlyDifferences: boolean
  /** The candle of the row under the cursor is drawn, instead of the P&L of the day. */
  readonly isCandleShown: boolean
}

export type ParityEvent =
  | Requests['parity']
  | { readonly type: 'parity.show'; readonly subject: ParitySubject; readonly today: IstDate }
  | { readonly type: 'parity.hide' }
  | { readonly type: 'session.ended' }

const nothing: ParityContext = {
  subject: null,
  today: null,
  report: null,
  message: null,
  step: null,
  isOnlyDifferences: false,
  isCandleShown: false,
}

const dayBy = ({ subject, report, today }: ParityContext, by: 1 | -1): IstDate | null => {
  if (subject === null) return null
  const day = by === 1 ? nextTradingDay(subject.day) : previousTradingDay(subject.day)
  if (by === 1) return today !== null && day > today ? null : day
  // The first day is known from the first report.
  if (report?.of.deploymentUuid !== subject.deploymentUuid) return null
  return day < toIstDate(report.of.startedAt) ? null : day
}

export const isReportOf = (report: ParityReport | null, subject: ParitySubject | null): boolean =>
  report !== null && report.of.deploymentUuid === subject?.deploymentUuid && report.day === subject.day

export const parityMachine = setup({
  types: { context: {} as ParityContext, events: {} as ParityEvent },
  actors: { compare: promisePort<ParityReport, ParitySubject>('compare') },
  guards: {
    isShown: ({ context: { subject } }, wanted: ParitySubject) =>
      subject?.deploymentUuid === wanted.deploymentUuid && subject.day === wanted.day,
    hasDay: ({ context }, by: 1 | -1) => dayBy(context, by) !== null,
    isProvisional: ({ context: { report } }) => report?.isProvisional ?? false,
  },
  actions: {
    turn: assign(({ context }, by: 1 | -1) => {
      const day = dayBy(context, by)
      return context.subject === null || day === null ? {} : { subject: { ...context.subject, day } }
    }),
  },
  delays: { reloadTime: PARITY_RELOAD_MS },
}).createMachine({
  id: 'parity',
  context: nothing,
  initial: 'hidden',
  on: {
    'parity.show': [
      { guard: { type: 'isShown', params: ({ event }) => event.subject } },
      {
        target: '.comparing',
        actions: assign(({ context, event: { subject, today } }) => ({
          subject,
          today,
          message: null,
          step: context.subject?.deploymentUuid === subject.deploymentUuid ? context.step : null,
        })),
      },
    ],
    'parity.hide': { target: '.hidden', actions: assign({ subject: null, report: null, message: null }) },
    'session.ended': { target: '.hidden', actions: assign(nothing) },
    'parity.differences': {
      actions: assign({ isOnlyDifferences: ({ context }) => !context.isOnlyDifferences }),
    },
    'parity.candle': {
      actions: assign({ isCandleShown: ({ context }) => !context.isCandleShown }),
    },
    'parity.step': {
      actions: assign({ step: ({ context, event }) => (context.step === event.step ? null : event.step) }),
    },
    'parity.day': {
      guard: { type: 'hasDay', params: ({ event }) => event.by },
      target: '.comparing',
      actions: [{ type: 'turn', params: ({ event }) => event.by }, assign({ message: null })],
    },
  },
  states: {
    hidden: {},
    comparing: {
      invoke: {
        src: 'compare',
        input: ({ context: { subject } }) => {
          if (subject === null) throw new Error('comparing without a deployment')
          return subject
        },
        onDone: {
          target: 'shown',
          actions: assign({ report: ({ event }) => event.output, message: null }),
        },
        onError: {
          target: 'failed',
          actions: assign({ message: ({ event }) => messageOf(event.error, deploymentTexts.parityError) }),
        },
      },
    },
    shown: { after: { reloadTime: { guard: 'isProvisional', target: 'comparing' } } },
    failed: { on: { 'parity.retry': 'comparing' } },
  },
})
