import { assign, emit, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { getHolidays, importHolidays, previewHolidays } from '../../contract/calendar.ts'
import type { BodyOf, ReplyOf } from '../../contract/call-types.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import { createReloadMachine } from '../reload.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly holidays: { readonly type: 'reload.now' }
    readonly holidayImport:
      | { readonly type: 'holidays.choose'; readonly file: string; readonly text: string }
      | { readonly type: 'holidays.builtIn'; readonly year: number }
      | { readonly type: 'holidays.confirm' }
      | { readonly type: 'holidays.cancel' }
  }
  interface Machines {
    readonly holidays: typeof holidaysMachine
    readonly holidayImport: typeof holidayImportMachine
  }
}

export type HolidayCalendar = ReplyOf<typeof getHolidays>
export type HolidayPreview = ReplyOf<typeof previewHolidays>
export type HolidaySource = BodyOf<typeof previewHolidays>

export const holidaysMachine = createReloadMachine<HolidayCalendar, HolidayCalendar>({
  id: 'holidays',
  failure: getHolidays.failure,
  isQuiet: true,
  merge: (_, changed) => changed,
})

interface HolidayImportContext {
  readonly source: HolidaySource | null
  readonly preview: HolidayPreview | null
  readonly message: string | null
}

const nothing: HolidayImportContext = { source: null, preview: null, message: null }

export const holidayImportMachine = setup({
  types: {
    context: {} as HolidayImportContext,
    events: {} as Requests['holidayImport'] | { readonly type: 'session.ended' },
    emitted: {} as NoticeEmitted | { readonly type: 'holidays.changed'; readonly calendar: HolidayCalendar },
  },
  actors: {
    read: promisePort<HolidayPreview, { readonly source: HolidaySource }>('read'),
    /** Leaves out the unusable rows, which the preview has shown. */
    change: promisePort<HolidayCalendar, { readonly source: HolidaySource; readonly preview: string }>(
      'change',
    ),
  },
  guards: {
    isPossible: ({ context: { preview } }) => preview !== null && preview.refusal === null,
  },
}).createMachine({
  id: 'holidayImport',
  context: nothing,
  initial: 'idle',
  on: {
    'session.ended': { target: '.idle', actions: assign(nothing) },
    'holidays.choose': {
      target: '.reading',
      reenter: true,
      actions: assign(({ event: { file, text } }) => ({ ...nothing, source: { file, text } })),
    },
    'holidays.builtIn': {
      target: '.reading',
      reenter: true,
      actions: assign(({ event: { year } }) => ({ ...nothing, source: { builtIn: year } })),
    },
    'holidays.cancel': { target: '.idle', actions: assign(nothing) },
  },
  states: {
    idle: {},
    reading: {
      invoke: {
        src: 'read',
        input: ({ context }) => ({ source: context.source ?? {} }),
        onDone: { target: 'shown', actions: assign({ preview: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({ message: ({ event }) => messageOf(event.error, previewHolidays.failure) }),
        },
      },
    },
    shown: { on: { 'holidays.confirm': { guard: 'isPossible', target: 'changing' } } },
    changing: {
      // Ignored, as the outcome of the change would be unknown.
      on: { 'holidays.choose': {}, 'holidays.builtIn': {}, 'holidays.cancel': {} },
      invoke: {
        src: 'change',
        input: ({ context }) => ({
          source: context.source ?? {},
          preview: context.preview?.preview ?? '',
        }),
        onDone: {
          target: 'done',
          actions: [
            emit(({ event }) => ({ type: 'holidays.changed', calendar: event.output }) as const),
            emit(noticed('success', texts.holidaysChanged)),
          ],
        },
        // The preview may be out of date by now.
        onError: {
          target: 'reading',
          actions: assign({ message: ({ event }) => messageOf(event.error, importHolidays.failure) }),
        },
      },
    },
    done: {},
    failed: {},
  },
})
