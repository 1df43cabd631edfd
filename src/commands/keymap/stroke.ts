/** `shift+x`, `mod+k`. `mod` is Cmd on a Mac, Ctrl elsewhere. */
export type Stroke = string

export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly isComposing: boolean
  readonly repeat: boolean
  getModifierState?(name: string): boolean
}

export interface StrokeOptions {
  readonly isMac: boolean
  /** Use the position on a US keyboard, not the character it prints. */
  readonly isPhysical: boolean
}

const ignoredKeys = new Set([
  'Dead',
  'Process',
  'Unidentified',
  'Compose',
  'Control',
  'Shift',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'Fn',
])

const names: Readonly<Record<string, string>> = {
  ' ': 'space',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** Null for auto-repeat, a lone modifier, a dead key and input-method composition. */
export const strokeOf = (press: KeyPress, { isMac, isPhysical }: StrokeOptions): Stroke | null => {
  if (press.isComposing || press.repeat) return null
  // AltGr reports itself as Ctrl+Alt. On a Mac, some browsers report AltGraph for Option.
  const isPrintingAltGraph = !isMac && press.getModifierState?.('AltGraph') === true
  const isAlt = press.altKey && !isPrintingAltGraph
  const isAltDigit = isAlt && /^Digit\d$/.test(press.code)
  const underAlt = isAlt ? keyUnderAlt(press, isMac) : null
  // Option with some letters is a dead key.
  if (ignoredKeys.has(press.key) && (press.key !== 'Dead' || underAlt === null)) return null
  const physical = underAlt ?? (isPhysical ? keyAt(press.code, press.shiftKey) : null)
  const printed = physical ?? press.key
  const isCharacter = [...printed].length === 1 && printed !== ' '
  const key = names[printed] ?? printed.toLowerCase()
  const isAltGraph = isCharacter && isPrintingAltGraph
  const isLetter = isCharacter && printed.toLowerCase() !== printed.toUpperCase()
  const marks = [
    { on: isMac ? press.metaKey : press.ctrlKey && !isAltGraph, name: 'mod' },
    { on: isMac ? press.ctrlKey : press.metaKey, name: isMac ? 'ctrl' : 'meta' },
    { on: press.altKey && !isAltGraph, name: 'alt' },
    // Shift is already part of a character such as `?`; it counts only for letters and named keys.
    { on: press.shiftKey && (isLetter || !isCharacter || isAltDigit), name: 'shift' },
  ]
  return [...marks.filter(({ on }) => on).map(({ name }) => name), key].join('+')
}

export const isPrinting = (stroke: Stroke): boolean => {
  if (stroke === 'space' || stroke === 'shift+space' || stroke === '+') return true
  const parts = partsOf(stroke)
  const key = parts.at(-1) ?? ''
  return [...key].length === 1 && parts.slice(0, -1).every((mark) => mark === 'shift')
}

/** The key may itself be a plus sign: `alt++`. */
export const partsOf = (stroke: Stroke): readonly string[] =>
  stroke === '+' || stroke.endsWith('++') ? [...stroke.split('+').slice(0, -2), '+'] : stroke.split('+')

const shifted: Readonly<Record<string, readonly [string, string]>> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Backquote: ['`', '~'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
}

const digitSigns = ')!@#$%^&*('

const keyAt = (code: string, isShifted: boolean): string | null => {
  if (/^Key[A-Z]$/.test(code)) return isShifted ? code.slice(3) : code.slice(3).toLowerCase()
  if (/^Digit\d$/.test(code)) return isShifted ? (digitSigns[Number(code.slice(5))] ?? null) : code.slice(5)
  return shifted[code]?.[isShifted ? 1 : 0] ?? null
}

/**
 * Null if the printed character identifies the key. Other layouts have digits under Shift, and Option prints
 * its own characters on a Mac, so these go by position.
 */
const keyUnderAlt = ({ key, code, shiftKey }: KeyPress, isMac: boolean): string | null => {
  if (/^Digit\d$/.test(code)) return code.slice(5)
  if (/^[a-z]$/i.test(key)) return null
  return isMac || /^Key[A-Z]$/.test(code) ? keyAt(code, shiftKey) : null
}

/** A copy with `repeat` unset. It has no `getModifierState`, so AltGr must be read from the original. */
export const unheld = ({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  isComposing,
}: KeyPress): KeyPress => ({ key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat: false })

const caps: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  ctrl: 'Ctrl',
  meta: 'Meta',
  alt: 'Alt',
  shift: '⇧',
  escape: 'Esc',
  enter: '↵',
  backspace: '⌫',
  delete: 'Del',
  space: 'Space',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
}

/** As on key caps: `g p`, `Ctrl K`, `⇧ X`. */
export const strokesInWords = (strokes: string, isMac = false): string =>
  strokes
    .split(' ')
    .map((stroke) => {
      const parts = partsOf(stroke)
      const isPlain = parts.length === 1
      return parts
        .map((part) =>
          part === 'mod' && isMac ? '⌘' : (caps[part] ?? (isPlain ? part : part.toUpperCase())),
        )
        .join(' ')
    })
    .join(' ')
