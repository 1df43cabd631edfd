import { underlyingsOf } from '../../domain/analysis/journal/chain-then.ts'
import { type DayRecord, minuteBeside, tradeBeside } from '../../domain/analysis/journal/day-record.ts'
import {
  pathOfJournal,
  plainJournal,
  printInstant,
  readInstant,
} from '../../domain/analysis/journal/journal-address.ts'
import { dayInWords } from '../../domain/dates-in-words.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { nextOf } from '../../domain/next-of.ts'
import { type ScrubSpeed, scrubSpeeds } from '../../machines/analysis/scrub.ts'
import { type ArgKind, command, optional, required, to } from '../command.ts'
import type { Environment } from '../environment.ts'
import { choice } from '../grammar/choice.ts'
import { instrument, titleOf } from '../grammar/instruments/instrument.ts'
import { nextOrPrevious } from '../grammar/next-or-previous.ts'
import { day } from '../grammar/time/day.ts'
import { taken, wordAt } from '../grammar/words.ts'

/** Seconds since midnight. */
const instant: ArgKind<number> = {
  token: 'span',
  expects: 'a time of the day such as 11:42',
  read(line, from) {
    const { text, to: end } = wordAt(line, from)
    const seconds = readInstant(text)
    return seconds === null ? null : taken(seconds, end)
  },
  print: printInstant,
  complete: (word) =>
    ['09:15', '11:30', '15:20']
      .filter((text) => text.startsWith(word))
      .map((text) => ({ text, detail: 'IST' })),
}

const openScrub = command({
  id: 'scrub.open',
  title: 'Replay the day',
  keywords: ['replay', 'rewind', 'past', 'as of', 'play back'],
  verb: 'scrub',
  when: 'signedIn',
  effect: 'read',
  args: { day: optional('Day', day), at: optional('Time', instant) },
  run: (args, { journal, today }) => {
    const now = journal?.shown ?? plainJournal
    const of = args.day ?? now.day
    const path = pathOfJournal({
      ...{ range: 'day', book: now.book, only: now.only, chain: now.chain, own: now.own },
      ...{ day: of === today ? null : of, at: args.at ?? null },
    })
    return to('navigation', { type: 'view.open', path })
  },
  describe: (args, { journal, today }) => {
    const of = dayInWords(args.day ?? journal?.shown.day ?? today)
    return args.at === undefined
      ? `Replay ${of}`
      : `Positions and orders of ${of} at ${printInstant(args.at)}`
  },
})

const direction = nextOrPrevious('Next', 'Previous')

const moved = ({ scrubbed }: Environment, next: (record: DayRecord, at: number | null) => number | null) =>
  scrubbed ? to('scrub', { type: 'scrub.to', at: next(scrubbed.record, scrubbed.at) }) : []

const ON_JOURNAL = 'signedIn && view == journal'

const stepMinute = command({
  id: 'scrub.step',
  title: 'Previous or next minute of the day',
  verb: 'scrub minute',
  when: ON_JOURNAL,
  effect: 'read',
  args: { by: required('Direction', direction) },
  run: ({ by }, environment) => moved(environment, (record, at) => minuteBeside(record, at, by)),
  describe: ({ by }) => (by === 1 ? 'A minute later' : 'A minute earlier'),
})

const stepTrade = command({
  id: 'scrub.trade',
  title: 'Previous or next trade of the day',
  verb: 'scrub trade',
  when: ON_JOURNAL,
  effect: 'read',
  args: { by: required('Direction', direction) },
  run: ({ by }, environment) => moved(environment, (record, at) => tradeBeside(record, at, by)),
  describe: ({ by }) => (by === 1 ? 'Next trade of the day' : 'Previous trade of the day'),
})

const play = command({
  id: 'scrub.play',
  title: 'Play the day, or stop',
  verb: 'scrub play',
  when: ON_JOURNAL,
  effect: 'read',
  run: (_, { scrubbed }) => {
    if (!scrubbed || scrubbed.isPlaying) return to('scrub', { type: 'scrub.pause' })
    const { record, at } = scrubbed
    return to('scrub', { type: 'scrub.play', from: at ?? record.opensAt, until: record.until })
  },
})

const speed = choice<ScrubSpeed>(
  '1, 10, 60 or 300',
  scrubSpeeds.map((value) => ({
    value,
    words: [String(value)],
    title: value === 1 ? 'Real time' : `${value} times as fast`,
  })),
)

const setSpeed = command({
  id: 'scrub.speed',
  title: 'Speed of playing the day',
  keywords: ['faster', 'slower'],
  verb: 'scrub speed',
  when: ON_JOURNAL,
  effect: 'read',
  args: { speed: optional('Speed', speed) },
  run: ({ speed: of }, { scrubbed }) =>
    to('scrub', { type: 'scrub.speed', speed: of ?? nextOf(scrubSpeeds, scrubbed?.speed ?? scrubSpeeds[0]) }),
})

const toEnd = command({
  id: 'scrub.end',
  title: 'Jump to the end of the day, or to now',
  verb: 'scrub end',
  when: ON_JOURNAL,
  effect: 'read',
  run: () => to('scrub', { type: 'scrub.to', at: null }),
})

const chainToShow = (
  of: InstrumentId | undefined,
  { journal, scrubbed, instruments }: Environment,
): InstrumentId | null => {
  if (of !== undefined) return of
  const isShown = (journal?.shown ?? plainJournal).chain !== null
  return isShown ? null : (underlyingsOf(scrubbed?.record.instruments ?? [], instruments)[0] ?? null)
}

const toggleChain = command({
  id: 'scrub.chain',
  title: 'Option chain at an instant of the day',
  keywords: ['strikes', 'iv', 'delta', 'open interest', 'past', 'as of'],
  verb: 'scrub chain',
  when: 'signedIn',
  effect: 'read',
  args: { underlying: optional('Underlying', instrument) },
  run: ({ underlying }, environment) => {
    const now = environment.journal?.shown ?? plainJournal
    const chain = chainToShow(underlying, environment)
    return to('navigation', { type: 'view.open', path: pathOfJournal({ ...now, range: 'day', chain }) })
  },
  check: ({ underlying }, { instruments }) =>
    underlying === undefined || instruments === null || instruments.expiriesOf(underlying).length > 0
      ? null
      : {
          arg: 'underlying',
          found: titleOf(underlying, instruments),
          expected: 'an instrument with options',
        },
  describe: ({ underlying }, environment) => {
    const chain = chainToShow(underlying, environment)
    return chain === null
      ? 'Hide the option chain'
      : `Option chain of ${titleOf(chain, environment.instruments)}`
  },
})

export const scrubCommands = [openScrub, stepMinute, stepTrade, play, setSpeed, toEnd, toggleChain] as const
