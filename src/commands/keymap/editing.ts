import type { KeptSection, Shortcuts } from '../../domain/shortcuts.ts'
import type { Environment, KeyEditing } from '../environment.ts'
import { verbsFrom } from '../registry.ts'
import { clashesOf, keymapProblem, keyProblem } from './check.ts'
import { presetOf } from './presets.ts'
import { strokesInWords } from './stroke.ts'
import { keymapWith, withKey, withoutBinding } from './user-keymap.ts'

/** Where a key works that is bound by a line: wherever no text is written and nothing lies over the screen. */
const ANYWHERE = 'signedIn && !typing && !dialog'

/** What the commands of the catalogue ask of the keymap, which itself is made of commands. */
export const createKeyEditing = (
  { keymap, pins }: Pick<Shortcuts, 'keymap' | 'pins'>,
  environment: () => Environment,
): KeyEditing => {
  const bound = (strokes: string, line: string): readonly KeptSection[] =>
    withKey(keymap, { when: ANYWHERE, strokes }, { line })
  return {
    bound,
    refusal(strokes, line) {
      const place = { when: ANYWHERE, strokes }
      const here = environment()
      const problem = keyProblem(place, { line }, here) ?? keymapProblem(bound(strokes, line), here)
      if (problem !== null) return problem.message
      const clash = clashesOf(place, keymapWith({ keymap, pins }), place).find(({ isWhole }) => isWhole)
      return clash === undefined ? null : `these clash with ${strokesInWords(clash.strokes)}: ${clash.title}`
    },
    unbound(strokes) {
      const scopes = keymapWith({ keymap, pins: {} }).filter(({ keys }) => Object.hasOwn(keys, strokes))
      return scopes.length === 0
        ? null
        : scopes.reduce<readonly KeptSection[]>(
            (left, { when = '' }) => withoutBinding(left, { when, strokes }),
            keymap,
          )
    },
    preset: (id) => presetOf(id)?.keymap ?? [],
    isVerb: (word) => verbsFrom(word).length > 0,
  }
}
