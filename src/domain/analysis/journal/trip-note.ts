import { listNamePattern } from '../../list-name.ts'

export const TAGS_MAX = 8
export const TAG_LENGTH_MAX = 24
export const NOTE_LENGTH_MAX = 280
export const RATING_MAX = 5

export interface TripNote {
  /** In lower case, as the mistakes are. */
  readonly tags: readonly string[]
  readonly mistakes: readonly string[]
  /** 1 to 5; 0 is not rated. */
  readonly rating: number
  readonly text: string
}

export const noNote: TripNote = { tags: [], mistakes: [], rating: 0, text: '' }

export type TripNotes = ReadonlyMap<number, TripNote>
export const noNotes: TripNotes = new Map()

export const isEmptyNote = ({ tags, mistakes, rating, text }: TripNote): boolean =>
  tags.length === 0 && mistakes.length === 0 && rating === 0 && text === ''

/** As it is kept; null where it cannot be one. */
export const readTag = (typed: string): string | null => {
  const tag = typed.trim().replace(/\s+/g, ' ').toLowerCase()
  return tag !== '' && tag.length <= TAG_LENGTH_MAX && listNamePattern.test(tag) ? tag : null
}

/** An empty tag is none. */
export const tagInWords = (tag: string): string => (tag === '' ? 'untagged' : `#${tag}`)

export type NoteChange =
  | { readonly kind: 'tag' | 'mistake'; readonly name: string; readonly isOn: boolean }
  | { readonly kind: 'rating'; readonly rating: number }
  | { readonly kind: 'text'; readonly text: string }

const listed = (names: readonly string[], name: string, isOn: boolean): readonly string[] => {
  const others = names.filter((one) => one !== name)
  return isOn && others.length < TAGS_MAX ? [...others, name] : others
}

export const changedNote = (note: TripNote, change: NoteChange): TripNote => {
  switch (change.kind) {
    case 'tag':
      return { ...note, tags: listed(note.tags, change.name, change.isOn) }
    case 'mistake':
      return { ...note, mistakes: listed(note.mistakes, change.name, change.isOn) }
    case 'rating':
      return { ...note, rating: change.rating }
    case 'text':
      return { ...note, text: change.text }
  }
}

export const usedNames = (notes: TripNotes, of: 'tags' | 'mistakes'): readonly string[] => {
  const uses = new Map<string, number>()
  for (const note of notes.values()) for (const name of note[of]) uses.set(name, (uses.get(name) ?? 0) + 1)
  return [...uses].sort(([one, a], [other, b]) => b - a || one.localeCompare(other)).map(([name]) => name)
}
