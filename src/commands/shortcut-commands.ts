import {
  bindKey,
  editKeys,
  resetKeys,
  setPhysicalKeys,
  setTeaching,
  unbindKey,
  usePreset,
} from './catalogue/keys.ts'
import { deleteMacro, editMacros, recordMacro, runMacro, stopMacro } from './catalogue/macros.ts'
import {
  movePin,
  pinLine,
  removeAlias,
  removeVariable,
  setAlias,
  setVariable,
  undoShortcut,
  unpinLine,
} from './catalogue/pins.ts'

/** Everything one can do about keys, pinned lines, aliases, variables and macros. */
export const shortcutCommands = [
  bindKey,
  unbindKey,
  usePreset,
  resetKeys,
  editKeys,
  setPhysicalKeys,
  setTeaching,
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
