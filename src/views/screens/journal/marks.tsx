import type { CommandCall } from '../../../commands/registry.ts'
import type { JournalEntry } from '../../../domain/analysis/journal/structures.ts'
import {
  noNotes,
  type TripNote,
  type TripNotes,
  usedNames,
} from '../../../domain/analysis/journal/trip-note.ts'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { openLine } from '../../kit/open-path.ts'
import text from '../../theme/text.module.css'
import styles from './trip-panel.module.css'

interface TripMarksProps {
  readonly entry: JournalEntry
  readonly note: TripNote
  readonly notes: TripNotes | null
}

const NAMES_SHOWN = 6
const ratings = [1, 2, 3, 4, 5] as const

export function TripMarks({ entry, note, notes }: TripMarksProps) {
  const { run, setFocus } = useConsole()
  // A press on a button leaves the list: the trip on screen is meant.
  const act = (call: CommandCall) => {
    setFocus({ kind: 'trip', key: String(entry.id) })
    run(call)
  }
  const namesOf = (of: 'tags' | 'mistakes') => [
    ...new Set([...note[of], ...usedNames(notes ?? noNotes, of).slice(0, NAMES_SHOWN)]),
  ]
  return (
    <dl className={styles.marks}>
      <Names
        of="tag"
        keys="#"
        names={namesOf('tags')}
        on={note.tags}
        onPress={(name) => act({ command: 'trip.tag', args: { name } })}
        onMore={() => act(openLine('tag '))}
      />
      <Names
        of="mistake"
        keys="!"
        names={namesOf('mistakes')}
        on={note.mistakes}
        onPress={(name) => act({ command: 'trip.mistake', args: { name } })}
        onMore={() => act(openLine('mistake '))}
      />
      <dt>
        <span>Rating</span> <KeyCap keys="1" /> <KeyCap keys="5" />
      </dt>
      <dd>
        {ratings.map((rating) => (
          <Chip
            key={rating}
            name={String(rating)}
            isOn={note.rating === rating}
            onPress={() =>
              act({ command: 'trip.rate', args: { rating: note.rating === rating ? 0 : rating } })
            }
          />
        ))}
      </dd>
      <dt>
        <span>Note</span> <KeyCap keys="m" />
      </dt>
      <dd>
        <button
          type="button"
          className={note.text === '' ? `${styles.note} ${text.muted}` : styles.note}
          onClick={() => act({ command: 'trip.writeNote', args: {} })}
        >
          {note.text === '' ? 'Write a note' : note.text}
        </button>
      </dd>
    </dl>
  )
}

interface NamesProps {
  readonly of: 'tag' | 'mistake'
  readonly keys: string
  readonly names: readonly string[]
  readonly on: readonly string[]
  readonly onPress: (name: string) => void
  readonly onMore: () => void
}

function Names({ of, keys, names, on, onPress, onMore }: NamesProps) {
  return (
    <>
      <dt>
        <span>{of === 'tag' ? 'Tag' : 'Mistake'}</span> <KeyCap keys={keys} />
      </dt>
      <dd>
        {names.map((name) => (
          <Chip key={name} name={name} isOn={on.includes(name)} onPress={() => onPress(name)} />
        ))}
        <Button kind="quiet" aria-label={`Add a ${of}`} icon="create" onPress={onMore} />
      </dd>
    </>
  )
}

interface ChipProps {
  readonly name: string
  readonly isOn: boolean
  readonly onPress: () => void
}

function Chip({ name, isOn, onPress }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onPress}>
      {name}
    </button>
  )
}
