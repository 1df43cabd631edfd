import { defaultKeymap } from './default.ts'
import type { Keymap } from './keymap.ts'

let current: Keymap = defaultKeymap

export const currentKeymap = (): Keymap => current

export const setCurrentKeymap = (keymap: Keymap): void => {
  current = keymap
}
