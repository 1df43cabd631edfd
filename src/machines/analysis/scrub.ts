import { assign, setup } from 'xstate'

declare module '../requests.ts' {
  interface Requests {
    readonly scrub: ScrubRequest
  }
  interface Machines {
    readonly scrub: typeof scrubMachine
  }
}

/** Market seconds in a second. */
export const scrubSpeeds = [1, 10, 60, 300] as const
export type ScrubSpeed = (typeof scrubSpeeds)[number]

export interface ScrubContext {
  /** Book and day, such as `broker 2026-11-20`. */
  readonly subject: string
  /** Market time; null is the end of the record, which moves on while the day lasts. */
  readonly at: number | null
  readonly speed: ScrubSpeed
  readonly until: number
}

export type ScrubRequest =
  | { readonly type: 'scrub.show'; readonly subject: string; readonly at: number | null }
  | { readonly type: 'scrub.to'; readonly at: number | null }
  | { readonly type: 'scrub.play'; readonly from: number; readonly until: number }
  | { readonly type: 'scrub.pause' }
  | { readonly type: 'scrub.speed'; readonly speed: ScrubSpeed }

export type ScrubEvent = ScrubRequest | { readonly type: 'session.ended' }

const TICK_MS = 50
/** Steps that follow one another are one move, and one entry of the address. */
const REST_MS = 400
const SECOND_MS = 1_000

const wholeSecond = (at: number | null): number | null =>
  at === null ? null : Math.floor(at / SECOND_MS) * SECOND_MS

export const scrubMachine = setup({
  types: { context: {} as ScrubContext, events: {} as ScrubEvent },
  guards: {
    isElsewhere: ({ context, event }) =>
      event.type === 'scrub.show' && (event.subject !== context.subject || event.at !== context.at),
    hasEnded: ({ context: { at, until } }) => at === null || at >= until,
  },
  actions: {
    show: assign(({ event }) =>
      event.type === 'scrub.show' ? { subject: event.subject, at: event.at } : {},
    ),
    stop: assign(({ context: { at, until } }) => ({
      at: at !== null && at >= until ? null : wholeSecond(at),
    })),
  },
}).createMachine({
  id: 'scrub',
  context: { subject: '', at: null, speed: 60, until: 0 },
  initial: 'still',
  on: {
    'scrub.to': {
      target: '.still',
      reenter: true,
      actions: assign({ at: ({ event }) => wholeSecond(event.at) }),
    },
    'scrub.speed': { actions: assign({ speed: ({ event }) => event.speed }) },
    'session.ended': { target: '.still', actions: assign({ subject: '', at: null }) },
  },
  states: {
    still: {
      initial: 'moved',
      on: {
        'scrub.show': { guard: 'isElsewhere', target: '.moved', reenter: true, actions: 'show' },
        'scrub.play': {
          target: 'playing',
          actions: assign({ at: ({ event }) => event.from, until: ({ event }) => event.until }),
        },
      },
      states: { moved: { after: { [REST_MS]: 'rested' } }, rested: {} },
    },
    playing: {
      on: {
        'scrub.show': { guard: 'isElsewhere', target: 'still', actions: 'show' },
        'scrub.pause': { target: 'still.rested', actions: 'stop' },
      },
      initial: 'between',
      states: {
        between: { after: { [TICK_MS]: 'stepped' } },
        stepped: {
          entry: assign({ at: ({ context: { at, speed } }) => (at ?? 0) + speed * TICK_MS }),
          always: [
            { guard: 'hasEnded', target: '#scrub.still.rested', actions: 'stop' },
            { target: 'between' },
          ],
        },
      },
    },
  },
})
