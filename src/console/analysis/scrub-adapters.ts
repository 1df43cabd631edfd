import type { Environment } from '../../commands/environment.ts'
import {
  journalAt,
  pathOfJournal,
  scrubbedDay,
  scrubbedInstant,
  secondsOfDay,
} from '../../domain/analysis/journal/journal-address.ts'
import { marketDayAt } from '../../domain/calendar/market-time.ts'
import type { IstDate } from '../../domain/time.ts'
import { dayRecordMachine } from '../../machines/analysis/day-record.ts'
import { scrubChainMachine } from '../../machines/analysis/scrub-chain.ts'
import { type Undo, undoAll, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { followPath } from '../follow-path.ts'
import { provideKept } from '../page-visibility.ts'

const calls = () => import('./journal-calls.ts')

export const provideDayRecord = (ports: Pick<Deps, 'http' | 'platform'>) =>
  provideKept(ports, dayRecordMachine, async (key, signal) =>
    (await calls()).dayRecord(ports.http, key, signal),
  )

export const provideScrubChain = (deps: Pick<Deps, 'actors' | 'http' | 'platform'>) =>
  provideKept(deps, scrubChainMachine, async (key, signal) => (await calls()).chainThen(deps, key, signal))

type Parts = Pick<Deps, 'actors' | 'clock'>

const shownIn = ({ actors, clock }: Parts, path: string) => {
  const shown = journalAt(path)
  const today = marketDayAt(actors.marketState.getSnapshot().context, clock.now())
  const subject = shown === null ? null : scrubbedDay(shown, today)
  return shown === null || subject === null
    ? null
    : { shown, subject, today, at: scrubbedInstant(shown, today) }
}

/** The instant of the address, at sign-in and whenever another is opened. */
export const showScrubbed = (parts: Parts): void => {
  const { navigation, scrub } = parts.actors
  const now = shownIn(parts, navigation.getSnapshot().context.path)
  if (now !== null) scrub.send({ type: 'scrub.show', subject: now.subject, at: now.at })
}

const addressFollows = (parts: Parts): Undo => {
  const { navigation, scrub } = parts.actors
  return unsubscribeAll([
    scrub.subscribe((snapshot) => {
      const { subject, at } = snapshot.context
      const now = shownIn(parts, navigation.getSnapshot().context.path)
      if (!snapshot.matches({ still: 'rested' }) || now === null) return
      if (now.subject !== subject || now.at === at) return
      const [, day] = subject.split(' ')
      const next =
        at === null
          ? { at, day: day === now.today ? null : now.shown.day }
          : { at: secondsOfDay(at), day: day as IstDate }
      navigation.send({ type: 'view.replace', path: pathOfJournal({ ...now.shown, ...next }) })
    }),
  ])
}

/** The day of an address without one is known once the market is, and moves on with it. */
const followAddress = (parts: Parts): Undo => {
  const { navigation, marketState } = parts.actors
  let before: string | null = null
  const look = (): void => {
    const now = shownIn(parts, navigation.getSnapshot().context.path)
    const place = now === null ? null : `${now.subject} ${now.at}`
    // Another filter of the same day leaves the instant, and its playing, as it is.
    if (place !== before) showScrubbed(parts)
    before = place
  }
  const { unsubscribe } = marketState.subscribe(look)
  return undoAll([unsubscribe, followPath(parts.actors, look)])
}

export const connectScrub = (parts: Parts): Undo => undoAll([addressFollows(parts), followAddress(parts)])

type Scrubbed = NonNullable<Environment['scrubbed']>

export const scrubbedIn = ({ actors: { dayRecord, scrub } }: Parts): Scrubbed | null => {
  const { output, key } = dayRecord.getSnapshot().context
  const snapshot = scrub.getSnapshot()
  const { subject, at, speed } = snapshot.context
  const record = key === subject ? (output?.record ?? null) : null
  return record === null ? null : { record, at, speed, isPlaying: snapshot.matches('playing') }
}
