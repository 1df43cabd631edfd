import { defaultKeymap } from './default.ts'
import type { Keymap } from './keymap.ts'

let current: Keymap = defaultKeymap

/** The default keys, with those of the user once somebody has signed in. */
export const currentKeymap = (): Keymap => current

export const setCurrentKeymap = (keymap: Keymap): void => {
  current = keymap
}
