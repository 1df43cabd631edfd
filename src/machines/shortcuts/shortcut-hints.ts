import { assign, setup } from 'xstate'
import type { Requests } from '../requests.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly hints: { readonly type: 'hint.hand'; readonly isMouse: boolean }
  }
  interface Machines {
    readonly hints: typeof shortcutHintsMachine
  }
}

const TAUGHT_MS = 6000
const TEACH_AGAIN_MS = 10 * 60_000
const TEACH_TIMES_MAX = 3
const LESSONS_MAX = 300

interface Lesson {
  readonly times: number
  /** Epoch ms. */
  readonly at: number
}

export interface ShortcutHintsContext {
  readonly isByMouse: boolean
  readonly title: string
  readonly keys: string
  readonly lessons: Readonly<Record<string, Lesson>>
}

export type ShortcutHintsEvent =
  | Requests['hints']
  | {
      readonly type: 'hint.say'
      readonly command: string
      readonly title: string
      readonly keys: string
      readonly at: number
    }
  | { readonly type: 'hint.restore'; readonly lessons: Readonly<Record<string, Lesson>> }
  | { readonly type: 'session.ended' }

export const readLessons = (stored: unknown): ShortcutHintsContext['lessons'] => {
  if (typeof stored !== 'object' || stored === null) return {}
  const fair = Object.entries(stored as Readonly<Record<string, unknown>>).filter(
    (entry): entry is [string, Lesson] => {
      const { times, at } = (entry[1] ?? {}) as Partial<Lesson>
      return typeof times === 'number' && typeof at === 'number'
    },
  )
  return Object.fromEntries(fair.slice(0, LESSONS_MAX))
}

/** Shows the key equivalent of a click: at intervals, and only a few times per command. */
export const shortcutHintsMachine = setup({
  types: { context: {} as ShortcutHintsContext, events: {} as ShortcutHintsEvent },
  actions: { store: (_, _lessons: ShortcutHintsContext['lessons']) => {} },
  guards: {
    isDue: ({ context: { isByMouse, lessons } }, { command, at }: { command: string; at: number }) => {
      const lesson = Object.hasOwn(lessons, command) ? lessons[command] : undefined
      if (!isByMouse) return false
      return lesson === undefined || (lesson.times < TEACH_TIMES_MAX && at - lesson.at >= TEACH_AGAIN_MS)
    },
  },
  delays: { taught: TAUGHT_MS },
}).createMachine({
  id: 'hints',
  context: { isByMouse: false, title: '', keys: '', lessons: {} },
  initial: 'quiet',
  on: {
    'hint.hand': { actions: assign({ isByMouse: ({ event }) => event.isMouse }) },
    'hint.restore': { actions: assign({ lessons: ({ event }) => event.lessons }) },
    'hint.say': {
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
