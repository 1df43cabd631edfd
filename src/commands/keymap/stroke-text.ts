import { panicKeys } from './default.ts'
import { CHORD_LENGTH_MAX } from './resolve.ts'
import { partsOf, strokesInWords } from './stroke.ts'

const marks = ['mod', 'ctrl', 'meta', 'alt', 'shift']

const namedKeys = new Set([
  ...['escape', 'enter', 'tab', 'backspace', 'delete', 'insert', 'space'],
  ...['home', 'end', 'pageup', 'pagedown', 'up', 'down', 'left', 'right'],
  ...Array.from({ length: 24 }, (_, index) => `f${index + 1}`),
])

/** Reserved by browsers; a page never receives them. */
const browserKeys = new Set([
  ...['mod+t', 'mod+w', 'mod+n', 'mod+shift+t', 'mod+shift+w', 'mod+shift+n'],
  ...['mod+tab', 'mod+shift+tab', 'mod+pageup', 'mod+pagedown', 'alt+f4', 'f11', 'f12', 'mod+shift+i'],
])

const controlKeys = new Set(['tab', 'shift+tab', 'enter', 'space', 'escape'])

/** The reason these strokes cannot be bound; null if they can. */
export const strokesProblem = (strokes: string): string | null => {
  const all = strokes.split(' ')
  if (all.length > CHORD_LENGTH_MAX) return `a chord has ${CHORD_LENGTH_MAX} strokes at most`
  for (const stroke of all) {
    const problem = formProblem(stroke)
    if (problem !== null) return problem
  }
  const [first = ''] = all
  if (all.some((stroke) => Object.hasOwn(panicKeys, stroke)))
    return `${strokesInWords(first)} is the kill switch and cannot be changed`
  const kept = all.find((stroke) => browserKeys.has(stroke))
  if (kept !== undefined) return `${strokesInWords(kept)} belongs to the browser`
  const control = all.find((stroke) => controlKeys.has(stroke))
  if (control !== undefined)
    return `${strokesInWords(control)} moves between controls and presses them; add Ctrl or Alt`
  return null
}

const formProblem = (stroke: string): string | null => {
  const parts = partsOf(stroke)
  const key = parts.at(-1) ?? ''
  const mods = parts.slice(0, -1)
  const unknown = mods.find((mark) => !marks.includes(mark))
  if (unknown !== undefined) return `${unknown} is not a modifier: ${marks.join(', ')}`
  const inOrder = marks.filter((mark) => mods.includes(mark))
  if (inOrder.length !== mods.length || inOrder.some((mark, index) => mods[index] !== mark))
    return `written as ${[...inOrder, key].join('+')}`
  if (key === '' || stroke === '') return 'a key is missing'
  if ([...key].length > 1) return namedKeys.has(key) ? null : `there is no key called ${key}`
  if (key !== key.toLowerCase()) return `written as ${[...mods, 'shift', key.toLowerCase()].join('+')}`
  const isLetter = key.toLowerCase() !== key.toUpperCase()
  const isAltDigit = mods.includes('alt') && /\d/.test(key)
  return mods.includes('shift') && !isLetter && !isAltDigit
    ? `Shift is part of how ${key} is printed: write the sign itself`
    : null
}

/** No Ctrl, Alt or Cmd, so it is easily pressed by accident. */
export const isBare = (strokes: string): boolean =>
  !strokes.includes(' ') &&
  partsOf(strokes)
    .slice(0, -1)
    .every((mark) => mark === 'shift')

export const isEditing = (strokes: string): boolean =>
  !strokes.includes(' ') &&
  partsOf(strokes)
    .slice(0, -1)
    .every((mark) => mark === 'shift') &&
  ['backspace', 'delete', 'home', 'end', 'pageup', 'pagedown', 'up', 'down', 'left', 'right'].includes(
    partsOf(strokes).at(-1) ?? '',
  )

/** The shorter of two would fire before the longer is complete. */
export const isInTheWay = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)
