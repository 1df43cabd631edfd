import type { ActorRefFrom } from 'xstate'
import type { CommandCall } from '../commands/registry.ts'
import type { authMachine } from '../machines/auth.ts'
import type { backtestMachine } from '../machines/backtest-batch.ts'
import type { candleImportMachine } from '../machines/candle-import.ts'
import type { chordMachine } from '../machines/chord.ts'
import type { connectivityMachine } from '../machines/connectivity.ts'
import type { enginesMachine } from '../machines/engines.ts'
import type { Dispatch } from '../machines/events.ts'
import type { helpMachine } from '../machines/help.ts'
import type { instrumentsMachine } from '../machines/instruments.ts'
import type { marketStateMachine } from '../machines/market-state.ts'
import type { navigationMachine } from '../machines/navigation.ts'
import type { Notices } from '../machines/notices.ts'
import type { notificationCountMachine } from '../machines/notification-count.ts'
import type { notificationStreamMachine } from '../machines/notification-stream.ts'
import type { createPaletteMachine } from '../machines/palette.ts'
import type { passwordChangeMachine } from '../machines/password-change.ts'
import type { preferencesMachine } from '../machines/preferences.ts'
import type { pricesMachine } from '../machines/prices.ts'
import type { quoteSocketMachine } from '../machines/quote-socket.ts'
import type { recentsMachine } from '../machines/recents.ts'
import type { savedRunsMachine } from '../machines/saved-runs.ts'
import type { deleteSeriesMachine, storedSeriesMachine } from '../machines/stored-series.ts'

export type PaletteMachine = ReturnType<typeof createPaletteMachine<CommandCall>>

/** Every lifecycle of the console. They live as long as the page. */
export interface Actors {
  readonly auth: ActorRefFrom<typeof authMachine>
  readonly instruments: ActorRefFrom<typeof instrumentsMachine>
  readonly engines: ActorRefFrom<typeof enginesMachine>
  readonly navigation: ActorRefFrom<typeof navigationMachine>
  readonly backtest: ActorRefFrom<typeof backtestMachine>
  readonly savedRuns: ActorRefFrom<typeof savedRunsMachine>
  readonly candleImport: ActorRefFrom<typeof candleImportMachine>
  readonly storedSeries: ActorRefFrom<typeof storedSeriesMachine>
  readonly deleteSeries: ActorRefFrom<typeof deleteSeriesMachine>
  readonly passwordChange: ActorRefFrom<typeof passwordChangeMachine>
  readonly preferences: ActorRefFrom<typeof preferencesMachine>
  readonly palette: ActorRefFrom<PaletteMachine>
  readonly help: ActorRefFrom<typeof helpMachine>
  readonly chord: ActorRefFrom<typeof chordMachine>
  readonly connectivity: ActorRefFrom<typeof connectivityMachine>
  readonly prices: ActorRefFrom<typeof pricesMachine>
  readonly recents: ActorRefFrom<typeof recentsMachine>
  readonly quoteSocket: ActorRefFrom<typeof quoteSocketMachine>
  readonly marketState: ActorRefFrom<typeof marketStateMachine>
  readonly notificationStream: ActorRefFrom<typeof notificationStreamMachine>
  readonly notificationCount: ActorRefFrom<typeof notificationCountMachine>
}

/** Hands a request to the machine it is for. */
export const dispatch = (actors: Actors, { to, event }: Dispatch): void => {
  // `Dispatch` pairs each machine with its own events, which TypeScript does not follow through the lookup.
  const actor = actors[to] as { send(event: Dispatch['event']): void }
  actor.send(event)
}

type Telling =
  | 'auth'
  | 'instruments'
  | 'backtest'
  | 'savedRuns'
  | 'candleImport'
  | 'storedSeries'
  | 'deleteSeries'
  | 'notificationStream'

const telling: readonly Telling[] = [
  'auth',
  'instruments',
  'backtest',
  'savedRuns',
  'candleImport',
  'storedSeries',
  'deleteSeries',
  'notificationStream',
]

/** Shows what machines have to tell a person. Answers its undo. */
export const tellNotices = (actors: Actors, notices: Notices): (() => void) => {
  const subscriptions = telling.map((name) => {
    // Each of these emits `NoticeEmitted` among others; the union of their `on` methods cannot be called.
    const actor = actors[name] as Pick<Actors['instruments'], 'on'>
    return actor.on('notice', ({ notice }) => notices.show(notice))
  })
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
