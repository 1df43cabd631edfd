import {
  bindKey,
  editKeys,
  resetKeys,
  setPhysicalKeys,
  setShortcutHints,
  unbindKey,
  usePreset,
} from './catalogue/shortcuts/keys.ts'
import { deleteMacro, editMacros, recordMacro, runMacro, stopMacro } from './catalogue/shortcuts/macros.ts'
import {
  movePin,
  pinLine,
  removeAlias,
  removeVariable,
  setAlias,
  setVariable,
  undoShortcut,
  unpinLine,
} from './catalogue/shortcuts/pins.ts'

export const shortcutCommands = [
  bindKey,
  unbindKey,
  usePreset,
  resetKeys,
  editKeys,
  setPhysicalKeys,
  setShortcutHints,
  pinLine,
  unpinLine,
  movePin,
  setAlias,
  removeAlias,
  setVariable,
  removeVariable,
  undoShortcut,
  recordMacro,
  stopMacro,
  runMacro,
  deleteMacro,
  editMacros,
] as const
