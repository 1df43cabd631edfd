import type { KeptSection, Shortcuts } from '../../domain/shortcuts/shortcuts.ts'
import type { Environment, KeyEditing } from '../environment.ts'
import { verbsFrom } from '../registry.ts'
import { clashesOf, keymapProblem, keyProblem } from './check.ts'
import { presetOf } from './presets.ts'
import { strokesInWords } from './stroke.ts'
import { keymapWith, withKey, withoutBinding } from './user-keymap.ts'

const ANYWHERE = 'signedIn && !typing && !dialog'

/** Passed in through the environment, because the keymap itself imports the catalogue. */
export const createKeyEditing = (
  { keymap, pins }: Pick<Shortcuts, 'keymap' | 'pins'>,
  environment: () => Environment,
): KeyEditing => {
  const bound = (strokes: string, line: string): readonly KeptSection[] =>
    withKey(keymap, { when: ANYWHERE, strokes }, { line })
  return {
    bound,
    refusal(strokes, line) {
      const location = { when: ANYWHERE, strokes }
      const here = environment()
      const problem = keyProblem(location, { line }, here) ?? keymapProblem(bound(strokes, line), here)
      if (problem !== null) return problem.message
      const clash = clashesOf(location, keymapWith({ keymap, pins }), location).find(({ isWhole }) => isWhole)
      return clash === undefined
        ? null
        : `these conflict with ${strokesInWords(clash.strokes)}: ${clash.title}`
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
    preset: presetOf,
    isVerb: (word) => verbsFrom(word).length > 0,
  }
}
