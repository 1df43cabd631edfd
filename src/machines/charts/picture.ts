import { assign, emit, setup } from 'xstate'
import type { ChartSlot } from '../../domain/charts/layout.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { texts } from '../texts.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly chartPicture: { readonly type: 'picture.take'; readonly slot: ChartSlot }
  }
  interface Machines {
    readonly chartPicture: typeof chartPictureMachine
  }
}

/** No view on screen has answered by then. */
export const PICTURE_WAIT_MS = 5_000

export interface ChartPictureContext {
  readonly slot: ChartSlot | null
}

export type ChartPictureEvent =
  | { readonly type: 'picture.take'; readonly slot: ChartSlot }
  /** `saved` as a file, where the browser lets no picture into the clipboard. */
  | { readonly type: 'picture.taken'; readonly how: 'copied' | 'saved' }
  | { readonly type: 'picture.failed' }
  | { readonly type: 'session.ended' }

export const chartPictureMachine = setup({
  types: {
    context: {} as ChartPictureContext,
    events: {} as ChartPictureEvent,
    emitted: {} as NoticeEmitted,
  },
  actions: {
    tellTaken: emit((_, how: 'copied' | 'saved') =>
      noticed('success', how === 'copied' ? texts.pictureCopied : texts.pictureSaved),
    ),
    tellFailed: emit(noticed('error', texts.pictureFailed)),
  },
  delays: { pictureWait: PICTURE_WAIT_MS },
}).createMachine({
  id: 'chartPicture',
  context: { slot: null },
  initial: 'idle',
  states: {
    idle: {
      entry: assign({ slot: null }),
      on: { 'picture.take': { target: 'taking', actions: assign({ slot: ({ event }) => event.slot }) } },
    },
    taking: {
      on: {
        'picture.taken': {
          target: 'idle',
          actions: { type: 'tellTaken', params: ({ event }) => event.how },
        },
        'picture.failed': { target: 'idle', actions: 'tellFailed' },
        'session.ended': 'idle',
      },
      after: { pictureWait: { target: 'idle', actions: 'tellFailed' } },
    },
  },
})
