import { losers, type OnlyTrips, untagged, winners } from '../../domain/analysis/journal/only-trips.ts'
import { readTag, usedNames } from '../../domain/analysis/journal/trip-note.ts'
import type { ArgKind } from '../command.ts'
import { choice } from './choice.ts'
import { taken, wordAt } from './words.ts'

const results = choice<OnlyTrips>('losers, winners, untagged or a tag such as #pullback', [
  { value: losers, words: ['losers'], title: 'Trips that lost' },
  { value: winners, words: ['winners'], title: 'Trips that gained' },
  { value: untagged, words: ['untagged'], title: 'Trips without a tag' },
])

/** A tag of several words is written with hyphens: `#opening-range`. */
const printTag = (name: string): string => `#${name.replaceAll(' ', '-')}`

export const onlyTrips: ArgKind<OnlyTrips> = {
  ...results,
  read(line, from, environment) {
    const { text, to } = wordAt(line, from)
    const tag = text.startsWith('#') ? readTag(text.slice(1).replaceAll('-', ' ')) : null
    return tag === null ? results.read(line, from, environment) : taken({ kind: 'tag', key: tag }, to)
  },
  print: (only) =>
    only.kind === 'tag' && only.key !== '' ? printTag(only.key) : only.kind === 'tag' ? 'untagged' : only.key,
  complete: (word, environment) => [
    ...results.complete(word, environment),
    ...usedNames(environment.journal?.notes ?? new Map(), 'tags')
      .map((name) => ({ text: printTag(name), detail: 'Trips with this tag' }))
      .filter(({ text }) => text.startsWith(word.toLowerCase())),
  ],
}
