import { assign, setup } from 'xstate'
import type { Requests } from './events.ts'

/** How long a key is shown after the click it would have saved. */
const TAUGHT_MS = 6000
/** The same key is not shown again within this. */
const TEACH_AGAIN_MS = 10 * 60_000
/** And so often at most. */
const TEACH_TIMES_MAX = 3
/** Commands whose lessons are counted. */
const LESSONS_MAX = 300

interface Lesson {
  readonly times: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface TeachingContext {
  /** The last thing done was done by the mouse. */
  readonly isByMouse: boolean
  readonly title: string
  /** As on key caps. */
  readonly keys: string
  /** By command. */
  readonly lessons: Readonly<Record<string, Lesson>>
}

export type TeachingEvent =
  | Requests['teaching']
  | {
      readonly type: 'teach.say'
      readonly command: string
      readonly title: string
      readonly keys: string
      readonly at: number
    }
  | { readonly type: 'teach.restore'; readonly lessons: Readonly<Record<string, Lesson>> }
  | { readonly type: 'session.ended' }

/** Takes from a stored value what are lessons. */
export const readLessons = (stored: unknown): TeachingContext['lessons'] => {
  if (typeof stored !== 'object' || stored === null) return {}
  const fair = Object.entries(stored as Readonly<Record<string, unknown>>).filter(
    (entry): entry is [string, Lesson] => {
      const { times, at } = (entry[1] ?? {}) as Partial<Lesson>
      return typeof times === 'number' && typeof at === 'number'
    },
  )
  return Object.fromEntries(fair.slice(0, LESSONS_MAX))
}

/** After a click that a key would have done, says the key: once in a while, and a few times at most. */
export const teachingMachine = setup({
  types: { context: {} as TeachingContext, events: {} as TeachingEvent },
  actions: { store: (_, _lessons: TeachingContext['lessons']) => {} },
  guards: {
    isDue: ({ context: { isByMouse, lessons } }, { command, at }: { command: string; at: number }) => {
      const lesson = Object.hasOwn(lessons, command) ? lessons[command] : undefined
      if (!isByMouse) return false
      return lesson === undefined || (lesson.times < TEACH_TIMES_MAX && at - lesson.at >= TEACH_AGAIN_MS)
    },
  },
  delays: { taught: TAUGHT_MS },
}).createMachine({
  id: 'teaching',
  context: { isByMouse: false, title: '', keys: '', lessons: {} },
  initial: 'quiet',
  on: {
    'teach.hand': { actions: assign({ isByMouse: ({ event }) => event.isMouse }) },
    'teach.restore': { actions: assign({ lessons: ({ event }) => event.lessons }) },
    'teach.say': {
      guard: { type: 'isDue', params: ({ event }) => event },
      target: '.saying',
      reenter: true,
      actions: [
        assign({
          title: ({ event }) => event.title,
          keys: ({ event }) => event.keys,
          lessons: ({ context, event: { command, at } }) => ({
            [command]: { times: (context.lessons[command]?.times ?? 0) + 1, at },
            ...Object.fromEntries(
              Object.entries(context.lessons)
                .filter(([other]) => other !== command)
                .slice(0, LESSONS_MAX - 1),
            ),
          }),
        }),
        { type: 'store', params: ({ context }) => context.lessons },
      ],
    },
    'session.ended': { target: '.quiet', actions: assign({ lessons: {} }) },
  },
  states: {
    quiet: { entry: assign({ title: '', keys: '' }) },
    saying: { after: { taught: 'quiet' } },
  },
})
