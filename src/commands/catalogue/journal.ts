import {
  type JournalRange,
  type JournalShown,
  pathOfJournal,
  plainJournal,
} from '../../domain/analysis/journal/journal-address.ts'
import { untagged } from '../../domain/analysis/journal/only-trips.ts'
import {
  NOTE_LENGTH_MAX,
  type NoteChange,
  noNote,
  noNotes,
  readTag,
  TAG_LENGTH_MAX,
  usedNames,
} from '../../domain/analysis/journal/trip-note.ts'
import { type ExitLevels, ruleInWords } from '../../domain/analysis/journal/what-if.ts'
import { periodAfter, periodAround, periodBefore, periodNames } from '../../domain/analysis/period.ts'
import { nextTradingDay, previousTradingDay } from '../../domain/calendar/calendar.ts'
import { dayInWords } from '../../domain/dates-in-words.ts'
import type { ArgProblem, ArgsOf } from '../command.ts'
import { command, optional, required, to } from '../command.ts'
import type { Environment } from '../environment.ts'
import { accountBook } from '../grammar/account-book.ts'
import { choice } from '../grammar/choice.ts'
import { exitPercent } from '../grammar/exit-percent.ts'
import { newName } from '../grammar/list-name.ts'
import { nextOrPrevious } from '../grammar/next-or-previous.ts'
import { restOfLine } from '../grammar/note-text.ts'
import { onlyTrips } from '../grammar/only-trips.ts'
import { day } from '../grammar/time/day.ts'

const range = choice<JournalRange>('day, week, month or all', [
  { value: 'day', words: ['day', 'daily'], title: 'One day' },
  { value: 'week', words: ['week', 'weekly'], title: 'A week, in sentences too' },
  { value: 'month', words: ['month', 'monthly'], title: 'A month' },
  { value: 'all', words: ['all'], title: 'All round trips' },
])

const shown = ({ journal }: Environment): JournalShown => journal?.shown ?? plainJournal

const open = (next: JournalShown) => to('navigation', { type: 'view.open', path: pathOfJournal(next) })

const openJournal = command({
  id: 'journal.open',
  title: 'Journal',
  keywords: ['round trips', 'diary', 'trades', 'review', 'mae', 'mfe'],
  verb: 'journal',
  when: 'signedIn',
  effect: 'read',
  args: {
    range: optional('Range', range),
    day: optional('Day', day),
    only: optional('Only', onlyTrips),
    book: optional('Book', accountBook),
  },
  run: (args, environment) => {
    const now = shown(environment)
    return open({
      range: args.range ?? (args.day === undefined ? now.range : 'day'),
      day: args.day === undefined ? now.day : args.day === environment.today ? null : args.day,
      only: args.only ?? null,
      book: args.book ?? now.book,
      at: null,
      chain: now.chain,
      own: now.own,
    })
  },
  describe: (args, environment) => {
    const now = shown(environment)
    const of = args.day ?? now.day ?? environment.today
    const which = periodNames[args.range ?? (args.day === undefined ? now.range : 'day')].toLowerCase()
    return which === 'all' ? 'Journal of all days' : `Journal: ${which} of ${dayInWords(of)}`
  },
})

const side = nextOrPrevious('The next', 'The previous')

const stepJournal = command({
  id: 'journal.step',
  title: 'Previous or next day of the journal',
  keywords: ['day', 'week', 'month', 'next', 'previous'],
  verb: 'journal page',
  when: 'signedIn && view == journal',
  effect: 'read',
  args: { by: required('Direction', side) },
  run: ({ by }, environment) => {
    const now = shown(environment)
    const { today } = environment
    const at = now.day ?? today
    const period = periodAround(now.range, at, { from: at, to: at })
    const next =
      now.range === 'day'
        ? by === 1
          ? nextTradingDay(at)
          : previousTradingDay(at)
        : (by === 1 ? periodAfter(period) : periodBefore(period)).from
    return open({ ...now, day: next >= today ? null : next, at: null })
  },
  describe: ({ by }) => (by === 1 ? 'Next page of the journal' : 'Previous page of the journal'),
})

const showUntagged = command({
  id: 'journal.untagged',
  title: 'Only trips without a tag',
  verb: 'untagged',
  when: 'signedIn && view == journal',
  effect: 'read',
  run: (_, environment) => open({ ...shown(environment), only: untagged }),
})

const showAll = command({
  id: 'journal.whole',
  title: 'Clear the filter of the journal',
  keywords: ['filter', 'clear'],
  verb: 'whole journal',
  when: 'signedIn && view == journal',
  effect: 'read',
  run: (_, environment) => open({ ...shown(environment), only: null }),
})

const exitArgs = {
  stop: optional('Stop', exitPercent, { word: 'sl' }),
  trail: optional('Trailing stop', exitPercent, { word: 'trail' }),
  target: optional('Target', exitPercent, { word: 'tp' }),
} as const

type ExitArgs = Partial<ArgsOf<typeof exitArgs>>

const isBare = ({ stop, trail, target }: ExitArgs): boolean =>
  stop === undefined && trail === undefined && target === undefined

const levelsFrom = (args: ExitArgs): ExitLevels | null =>
  isBare(args) ? null : { stop: args.stop ?? null, trail: args.trail ?? null, target: args.target ?? null }

const compareExit = command({
  id: 'journal.whatIf',
  title: 'What another stop or target would have made',
  keywords: ['what if', 'stop', 'target', 'trailing'],
  verb: 'what if',
  when: 'signedIn && view == journal',
  effect: 'read',
  args: exitArgs,
  run: (args, environment) => open({ ...shown(environment), own: levelsFrom(args) }),
  check: (args, environment): ArgProblem | null =>
    isBare(args) && shown(environment).own === null
      ? { arg: '', found: 'the end', expected: 'sl, trail or tp and a percentage, such as sl 1.5% tp 3%' }
      : null,
  describe: (args) => {
    const own = levelsFrom(args)
    return own === null
      ? 'Leave out the stop and target of your own'
      : `Beside each trip: ${ruleInWords({ kind: 'own', levels: own })}`
  },
})

/** The selected ones, or the one under the cursor. */
const tripsAtHand = ({ context, selection = [] }: Environment): readonly number[] =>
  (selection.length > 0 ? selection : [context['focus.key']]).map(Number).filter((id) => id > 0)

const TRIP = 'signedIn && view == journal && focus.kind == trip'

const usualTags = ['breakout', 'pullback', 'reversal', 'opening range', 'trend', 'news', 'expiry', 'premium']
const usualMistakes = ['chased', 'no stop', 'moved the stop', 'too large', 'too early', 'too late', 'revenge']

const namesOf =
  (of: 'tags' | 'mistakes', usual: readonly string[]) =>
  ({ journal }: Environment): readonly string[] => [
    ...new Set([...usedNames(journal?.notes ?? noNotes, of), ...usual]),
  ]

const checkTag = ({ name }: { readonly name: string }): ArgProblem | null =>
  readTag(name) === null
    ? {
        arg: 'name',
        found: name,
        expected: `letters, digits, spaces and &, at most ${TAG_LENGTH_MAX}`,
      }
    : null

const noteOf = (environment: Environment, trip: number) => environment.journal?.notes?.get(trip) ?? noNote

/** Named again, it is taken away. */
const toggled = (kind: 'tag' | 'mistake', name: string, environment: Environment): NoteChange => {
  const tag = readTag(name) ?? name
  const of = kind === 'tag' ? 'tags' : 'mistakes'
  const isOn = tripsAtHand(environment).every((trip) => noteOf(environment, trip)[of].includes(tag))
  return { kind, name: tag, isOn: !isOn }
}

const changed = (change: NoteChange, environment: Environment) =>
  to('tripNotes', { type: 'notes.change', trips: tripsAtHand(environment), change })

const undo = () => to('tripNotes', { type: 'notes.undo' })

const tripsInWords = (environment: Environment): string => {
  const count = tripsAtHand(environment).length
  return count === 1 ? 'this trip' : `${count} trips`
}

const tagTrip = command({
  id: 'trip.tag',
  title: 'Tag a round trip',
  keywords: ['label', 'setup', 'category'],
  verb: 'tag',
  when: TRIP,
  effect: 'local',
  args: {
    name: required(
      'Tag',
      newName({ expects: 'a tag such as pullback', namesOf: namesOf('tags', usualTags) }),
    ),
  },
  check: checkTag,
  run: ({ name }, environment) => changed(toggled('tag', name, environment), environment),
  describe: ({ name }, environment) => `Add or remove tag ${name}: ${tripsInWords(environment)}`,
  undo,
})

const markMistake = command({
  id: 'trip.mistake',
  title: 'Mark a mistake in a round trip',
  keywords: ['error', 'rule broken', 'tag'],
  verb: 'mistake',
  when: TRIP,
  effect: 'local',
  args: {
    name: required(
      'Mistake',
      newName({ expects: 'a mistake such as chased', namesOf: namesOf('mistakes', usualMistakes) }),
    ),
  },
  check: checkTag,
  run: ({ name }, environment) => changed(toggled('mistake', name, environment), environment),
  describe: ({ name }, environment) => `Add or remove mistake ${name}: ${tripsInWords(environment)}`,
  undo,
})

const rating = choice('1 to 5, or none', [
  { value: 1, words: ['1'], title: 'Poor' },
  { value: 2, words: ['2'], title: 'Weak' },
  { value: 3, words: ['3'], title: 'Fair' },
  { value: 4, words: ['4'], title: 'Good' },
  { value: 5, words: ['5'], title: 'Followed the plan' },
  { value: 0, words: ['none'], title: 'Not rated' },
])

const rateTrip = command({
  id: 'trip.rate',
  title: 'Rate a round trip',
  keywords: ['stars', 'quality', 'execution'],
  verb: 'rate',
  when: TRIP,
  effect: 'local',
  args: { rating: required('Rating', rating) },
  run: ({ rating: of }, environment) => changed({ kind: 'rating', rating: of }, environment),
  describe: ({ rating: of }, environment) =>
    of === 0
      ? `Remove the rating of ${tripsInWords(environment)}`
      : `Rate ${tripsInWords(environment)} ${of}`,
  undo,
})

const annotateTrip = command({
  id: 'trip.note',
  title: 'Note on a round trip',
  keywords: ['comment', 'remark', 'write'],
  verb: 'note',
  when: TRIP,
  effect: 'local',
  args: {
    text: required('Note', restOfLine('a note such as Waited for the pullback', NOTE_LENGTH_MAX)),
  },
  run: ({ text }, environment) => changed({ kind: 'text', text }, environment),
  describe: ({ text }, environment) => `Note on ${tripsInWords(environment)}: ${text}`,
  undo,
})

const writeNote = command({
  id: 'trip.writeNote',
  title: 'Write or change the note of this trip',
  verb: 'edit note of trip',
  isListed: false,
  when: TRIP,
  effect: 'read',
  run: (_, environment) => {
    const [trip] = tripsAtHand(environment)
    const { text } = trip === undefined ? noNote : noteOf(environment, trip)
    return to('palette', { type: 'palette.open', line: `note ${text}` })
  },
})

const clearNote = command({
  id: 'trip.clearNote',
  title: 'Remove the note of this trip',
  verb: 'clear note',
  when: TRIP,
  effect: 'local',
  run: (_, environment) => changed({ kind: 'text', text: '' }, environment),
  undo,
})

const undoNote = command({
  id: 'journal.undo',
  title: 'Undo the last change of the journal',
  verb: 'journal undo',
  when: 'signedIn && view == journal',
  effect: 'local',
  run: () => to('tripNotes', { type: 'notes.undo' }),
})

const redoNote = command({
  id: 'journal.redo',
  title: 'Redo the last change of the journal',
  verb: 'journal redo',
  when: 'signedIn && view == journal',
  effect: 'local',
  run: () => to('tripNotes', { type: 'notes.redo' }),
})

export const journalCommands = [
  openJournal,
  stepJournal,
  showUntagged,
  showAll,
  compareExit,
  tagTrip,
  markMistake,
  rateTrip,
  annotateTrip,
  writeNote,
  clearNote,
  undoNote,
  redoNote,
] as const
