import {
  losers,
  type OnlyTrips,
  printOnly,
  readOnly,
  untagged,
  winners,
} from '../../domain/analysis/journal/only-trips.ts'
import { noNotes, readTag, usedNames } from '../../domain/analysis/journal/trip-note.ts'
import type { ArgKind } from '../command.ts'
import { choice } from './choice.ts'
import { taken, wordAt } from './words.ts'

const results = choice<OnlyTrips>('losers, winners, untagged or a tag such as #pullback', [
  { value: losers, words: ['losers'], title: 'Trips that lost' },
  { value: winners, words: ['winners'], title: 'Trips that gained' },
  { value: untagged, words: ['untagged'], title: 'Trips without a tag' },
])

/** A tag of several words is written with hyphens, `#opening-range`; other parts as `instrument:NIFTY_options`. */
const printTag = (name: string): string => `#${name.replaceAll(' ', '-')}`

export const onlyTrips: ArgKind<OnlyTrips> = {
  ...results,
  read(line, from, environment) {
    const { text, to } = wordAt(line, from)
    const tag = text.startsWith('#') ? readTag(text.slice(1).replaceAll('-', ' ')) : null
    const only = tag === null ? readOnly(text.replaceAll('_', ' ')) : { kind: 'tag' as const, key: tag }
    return only === null ? results.read(line, from, environment) : taken(only, to)
  },
  print: (only) => {
    if (only.kind === 'tag' && only.key !== '') return printTag(only.key)
    const { kind, key } = only
    const result = [losers, winners, untagged].find((one) => one.kind === kind && one.key === key)
    return result === undefined ? printOnly(only).replaceAll(' ', '_') : results.print(result)
  },
  complete: (word, environment) => [
    ...results.complete(word, environment),
    ...usedNames(environment.journal?.notes ?? noNotes, 'tags')
      .map((name) => ({ text: printTag(name), detail: 'Trips with this tag' }))
      .filter(({ text }) => text.startsWith(word.toLowerCase())),
  ],
}
