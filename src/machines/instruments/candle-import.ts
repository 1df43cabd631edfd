import { assign, emit, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { commitImport, type getImport } from '../../contract/instruments/imports.ts'
import type { Interval } from '../../domain/charts/interval.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { callbackPort, promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'
import { type ImportOptions, isOfKnownInstruments, withImportOption } from './import-options.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly candleImport:
      | { readonly type: 'import.choose'; readonly files: readonly File[] }
      | { readonly type: 'import.instrument'; readonly instrument: string }
      | { readonly type: 'import.interval'; readonly interval: Interval }
      | { readonly type: 'import.option'; readonly name: string; readonly value: string }
      | { readonly type: 'import.confirm' }
      /** Sends the files of a failed import again with their options; with changes, without a preview. */
      | {
          readonly type: 'import.again'
          readonly changes?: readonly { readonly name: string; readonly value: string }[]
        }
      | { readonly type: 'import.cancel' }
  }
  interface Machines {
    readonly candleImport: typeof candleImportMachine
  }
}

export type ImportStatus = ReplyOf<typeof getImport>

export const IMPORT_POLL_MS = 250
export const IMPORT_PREVIEW_MS = 250
export const IMPORT_FILES_MAX = 512
export const IMPORT_MISSES_MAX = 20

export interface ImportContext {
  readonly files: readonly File[]
  readonly importId: string | null
  readonly sentBytes: number
  readonly totalBytes: number
  readonly status: ImportStatus | null
  readonly options: ImportOptions | null
  /** Options of a failed attempt with the same files; confirmed ones are applied without a preview. */
  readonly kept: { readonly options: ImportOptions; readonly isConfirmed: boolean } | null
  readonly misses: number
  readonly message: string | null
}

export type ImportEvent =
  | Requests['candleImport']
  | { readonly type: 'import.begun'; readonly importId: string }
  | { readonly type: 'import.sent'; readonly sentBytes: number }
  | { readonly type: 'import.received' }
  | { readonly type: 'import.notSent'; readonly error: unknown }
  | { readonly type: 'session.ended' }

const nothing: ImportContext = {
  files: [],
  importId: null,
  sentBytes: 0,
  totalBytes: 0,
  status: null,
  options: null,
  kept: null,
  misses: 0,
  message: null,
}

const bytesOf = (files: readonly File[]): number => files.reduce((sum, file) => sum + file.size, 0)

/** A corrected file that is chosen again under its name keeps its options. */
const hasSameNames = (files: readonly File[], before: readonly File[]): boolean =>
  files.length === before.length && files.every(({ name }, index) => name === before[index]?.name)

const keptOf = (
  { options, kept }: ImportContext,
  changes: Extract<ImportEvent, { type: 'import.again' }>['changes'] = [],
): ImportContext['kept'] => {
  const before = options ?? kept?.options ?? null
  if (before === null) return null
  const changed = changes.reduce<ImportOptions>(
    (now, { name, value }) => withImportOption(now, name, value) ?? now,
    before,
  )
  return { options: changed, isConfirmed: changes.length > 0 }
}

interface Known {
  readonly importId: string
}

const known = ({ context }: { context: ImportContext }): Known => {
  if (context.importId === null) throw new Error('no import has begun')
  return { importId: context.importId }
}

const optionsOf = ({ context }: { context: ImportContext }): ImportOptions => {
  if (context.options === null) throw new Error('nothing was proposed')
  return context.options
}

const statusOf = ({ context }: { context: ImportContext }): ImportStatus['state'] | null =>
  context.status?.state ?? null

export const candleImportMachine = setup({
  types: {
    context: {} as ImportContext,
    events: {} as ImportEvent,
    emitted: {} as NoticeEmitted | { readonly type: 'import.done' },
  },
  actors: {
    /** Sends `import.begun`, `import.sent`, then `import.received` or `import.notSent`. */
    sendFiles: callbackPort<{ type: 'none' }, { files: readonly File[] }>('sendFiles'),
    propose: promisePort<ImportStatus, Known & { key: string | null }>('propose'),
    preview: promisePort<ImportStatus, Known & { options: ImportOptions }>('preview'),
    commit: promisePort<ImportStatus, Known & { options: ImportOptions }>('commit'),
    askStatus: promisePort<ImportStatus, Known>('askStatus'),
    cancelImport: promisePort<void, { importId: string | null }>('cancelImport'),
  },
  actions: {
    tell: emit((_, notice: NoticeEmitted['notice']) => noticed(notice.kind, notice.text)),
    begin: assign(({ context }, { files }: { readonly files: readonly File[] }) => ({
      ...nothing,
      files,
      totalBytes: bytesOf(files),
      kept: hasSameNames(files, context.files) ? keptOf(context) : null,
    })),
    beginAgain: assign(({ context }, { changes }: Extract<ImportEvent, { type: 'import.again' }>) => ({
      ...nothing,
      files: context.files,
      totalBytes: bytesOf(context.files),
      kept: keptOf(context, changes),
    })),
    noteError: assign((_, { error }: { readonly error: unknown }) => ({
      message: messageOf(error, commitImport.failure),
    })),
    noteStatus: assign((_, status: ImportStatus) => ({ status, misses: 0 })),
    noteProposal: assign(({ context }, status: ImportStatus) => ({
      status,
      options: context.kept?.options ?? status.proposal?.options ?? null,
      message: null,
    })),
  },
  guards: {
    isDone: (_, state: ImportStatus['state'] | null) => state === 'done',
    isFailed: (_, state: ImportStatus['state'] | null) => state === 'failed' || state === 'cancelled',
    isImportable: ({ event }) =>
      event.type === 'import.choose' && event.files.length > 0 && event.files.length <= IMPORT_FILES_MAX,
    isConfirmed: ({ context }) => context.kept?.isConfirmed === true,
    hasFiles: ({ context }) => context.files.length > 0,
    hasInstrument: ({ context }) => context.options !== null && isOfKnownInstruments(context.options),
    isKept: ({ context }) => context.kept !== null,
    isPatient: ({ context }) => context.misses < IMPORT_MISSES_MAX,
  },
  delays: { pollTime: IMPORT_POLL_MS, previewRest: IMPORT_PREVIEW_MS },
}).createMachine({
  id: 'candleImport',
  context: nothing,
  initial: 'idle',
  on: { 'session.ended': { target: '.idle', actions: assign(nothing) } },
  states: {
    idle: {
      on: {
        'import.choose': {
          guard: 'isImportable',
          target: 'sending',
          actions: { type: 'begin', params: ({ event }) => event },
        },
      },
    },
    sending: {
      on: {
        'import.begun': { actions: assign({ importId: ({ event }) => event.importId }) },
        'import.sent': { actions: assign({ sentBytes: ({ event }) => event.sentBytes }) },
        'import.received': { guard: ({ context }) => context.importId !== null, target: 'proposing' },
        'import.notSent': {
          target: 'failed',
          actions: { type: 'noteError', params: ({ event }) => event },
        },
        'import.cancel': 'cancelling',
      },
      invoke: { src: 'sendFiles', input: ({ context }) => ({ files: context.files }) },
    },
    proposing: {
      on: { 'import.cancel': 'cancelling' },
      invoke: {
        src: 'propose',
        input: ({ context }) => ({ ...known({ context }), key: context.kept?.options.key || null }),
        onDone: [
          {
            guard: { type: 'isFailed', params: ({ event }) => event.output.state },
            target: 'failed',
            actions: [
              { type: 'noteStatus', params: ({ event }) => event.output },
              assign({ message: ({ event }) => event.output.message }),
            ],
          },
          {
            guard: 'isConfirmed',
            target: 'importing',
            actions: { type: 'noteProposal', params: ({ event }) => event.output },
          },
          { target: 'proposed', actions: { type: 'noteProposal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'noteError', params: ({ event }) => event } },
      },
    },
    proposed: {
      initial: 'deciding',
      on: {
        'import.instrument': {
          target: '.changed',
          actions: assign({
            options: ({ context, event }) => withImportOption(context.options, 'key', event.instrument),
          }),
        },
        'import.interval': {
          target: '.changed',
          actions: assign({
            options: ({ context, event }) => withImportOption(context.options, 'interval', event.interval),
          }),
        },
        'import.option': {
          target: '.changed',
          actions: assign({
            options: ({ context, event }) => withImportOption(context.options, event.name, event.value),
          }),
        },
        'import.confirm': { guard: 'hasInstrument', target: 'importing' },
        'import.cancel': 'cancelling',
        'import.choose': {
          guard: 'isImportable',
          target: 'sending',
          actions: { type: 'begin', params: ({ event }) => event },
        },
      },
      states: {
        // Kept options may read the rows differently from the proposal.
        deciding: { always: [{ guard: 'isKept', target: 'reading' }, { target: 'shown' }] },
        shown: {},
        changed: { after: { previewRest: 'reading' } },
        reading: {
          invoke: {
            src: 'preview',
            input: ({ context }) => ({ ...known({ context }), options: optionsOf({ context }) }),
            onDone: {
              target: 'shown',
              actions: assign({ status: ({ event }) => event.output, message: null }),
            },
            onError: { target: 'shown', actions: { type: 'noteError', params: ({ event }) => event } },
          },
        },
      },
    },
    importing: {
      initial: 'committing',
      entry: assign({ message: null, misses: 0 }),
      on: { 'import.cancel': 'cancelling' },
      states: {
        committing: {
          invoke: {
            src: 'commit',
            input: ({ context }) => ({ ...known({ context }), options: optionsOf({ context }) }),
            onDone: {
              target: 'deciding',
              actions: { type: 'noteStatus', params: ({ event }) => event.output },
            },
            onError: {
              target: '#candleImport.proposed.shown',
              actions: { type: 'noteError', params: ({ event }) => event },
            },
          },
        },
        deciding: {
          always: [
            { guard: { type: 'isDone', params: statusOf }, target: '#candleImport.done' },
            {
              guard: { type: 'isFailed', params: statusOf },
              target: '#candleImport.failed',
              actions: assign({ message: ({ context }) => context.status?.message ?? null }),
            },
            { target: 'waiting' },
          ],
        },
        waiting: { after: { pollTime: 'asking' } },
        asking: {
          invoke: {
            src: 'askStatus',
            input: known,
            onDone: {
              target: 'deciding',
              actions: { type: 'noteStatus', params: ({ event }) => event.output },
            },
            onError: [
              {
                guard: 'isPatient',
                target: 'waiting',
                actions: assign({ misses: ({ context }) => context.misses + 1 }),
              },
              {
                target: '#candleImport.failed',
                actions: { type: 'noteError', params: ({ event }) => event },
              },
            ],
          },
        },
      },
    },
    done: {
      entry: [
        { type: 'tell', params: { kind: 'success', text: texts.importDone } },
        emit({ type: 'import.done' }),
      ],
      on: {
        'import.choose': {
          guard: 'isImportable',
          target: 'sending',
          actions: { type: 'begin', params: ({ event }) => event },
        },
        'import.cancel': { target: 'idle', actions: assign(nothing) },
      },
    },
    failed: {
      entry: {
        type: 'tell',
        params: ({ context }) => ({ kind: 'error', text: context.message ?? commitImport.failure }),
      },
      on: {
        'import.choose': {
          guard: 'isImportable',
          target: 'sending',
          actions: { type: 'begin', params: ({ event }) => event },
        },
        'import.again': {
          guard: 'hasFiles',
          target: 'sending',
          actions: { type: 'beginAgain', params: ({ event }) => event },
        },
        'import.cancel': 'cancelling',
      },
    },
    cancelling: {
      invoke: {
        src: 'cancelImport',
        input: ({ context }) => ({ importId: context.importId }),
        onDone: { target: 'idle', actions: assign(nothing) },
        onError: {
          target: 'idle',
          actions: [
            assign(nothing),
            {
              type: 'tell',
              params: ({ event }) => ({ kind: 'error', text: messageOf(event.error, commitImport.failure) }),
            },
          ],
        },
      },
    },
  },
})
