import type { Context } from '../commands/context.ts'
import { currentKeymap } from '../commands/keymap/current.ts'
import { messagesKey, panicKeys } from '../commands/keymap/default.ts'
import { type Resolved, resolve } from '../commands/keymap/resolve.ts'
import { isPrinting, type KeyPress, type Stroke, strokeOf, unheld } from '../commands/keymap/stroke.ts'
import type { CommandCall } from '../commands/registry.ts'
import { CHORD_TIMEOUT_MS } from '../machines/chord.ts'
import type { Actors } from './actors.ts'

/** A key with the moment it was pressed, in milliseconds; a busy page hears of it later. */
type TimedKeyPress = KeyPress & { readonly timeStamp?: number }

export interface KeyPorts {
  readonly actors: Pick<Actors, 'chord' | 'palette' | 'help' | 'killIntent'>
  readonly context: () => Context
  /** Milliseconds that only ever go up, as the time stamps of events. */
  readonly ticks: () => number
  /** When the row that has the focus got it, by `ticks`. */
  readonly focusedAt: () => number
  readonly isMac: boolean
  /** Whether keys go by their place. */
  readonly isPhysical: () => boolean
  run(call: CommandCall): void
  runLine(line: string): void
}

/** The same key acts on a row once in so many milliseconds, and on the next row when that has had the focus as long. */
export const ROW_KEY_REST_MS = 400

/** Takes each key first, before any field or table sees it. Answers whether the key was ours. */
export const createKeys = (ports: KeyPorts) => {
  const { actors, context, isMac, isPhysical, run, runLine } = ports
  let lastOfChord: { readonly strokes: readonly Stroke[]; readonly at: number } | null = null

  /** On a busy page the chord may have run out before a key is heard that was pressed in time. */
  const strokesSoFar = ({ timeStamp }: TimedKeyPress): readonly Stroke[] => {
    const chord = actors.chord.getSnapshot()
    if (chord.matches('pending')) return chord.context.strokes
    const isInTime =
      lastOfChord !== null && timeStamp !== undefined && timeStamp - lastOfChord.at < CHORD_TIMEOUT_MS
    return isInTime ? (lastOfChord?.strokes ?? []) : []
  }

  const noteChord = (strokes: readonly Stroke[], { timeStamp }: TimedKeyPress): void => {
    const chord = actors.chord.getSnapshot()
    lastOfChord = timeStamp !== undefined && chord.matches('pending') ? { strokes, at: timeStamp } : null
  }

  /** One step back: the chord, the palette, the key sheet. */
  const stepBack = (): boolean => {
    if (actors.chord.getSnapshot().matches('pending')) actors.chord.send({ type: 'chord.end' })
    else if (actors.palette.getSnapshot().matches('open')) actors.palette.send({ type: 'palette.close' })
    else if (actors.help.getSnapshot().matches('open')) actors.help.send({ type: 'help.close' })
    else return false
    return true
  }

  let rowKey: { readonly stroke: Stroke; readonly row: string; readonly at: number } | null = null

  /**
   * A row that was exited or cancelled goes away and the focus moves on by itself. A second press of the same key was
   * meant for the row that is gone, unless whoever pressed it could see where the focus has moved to.
   */
  const isMeantForLastRow = (stroke: Stroke, at: number, here: Context): boolean => {
    const row = here['focus.key']
    const last = rowKey?.stroke === stroke ? rowKey : null
    const isSoon = last !== null && at - last.at < ROW_KEY_REST_MS
    const hasMoved = last !== null && last.row !== row && at - ports.focusedAt() < ROW_KEY_REST_MS
    if (!isSoon && !hasMoved) rowKey = { stroke, row, at }
    return isSoon || hasMoved
  }

  const carryOut = (
    resolved: Resolved,
    strokes: readonly Stroke[],
    here: Context,
    { timeStamp }: TimedKeyPress,
  ): boolean => {
    if (isAboutRow(resolved, here)) {
      if (isMeantForLastRow(strokes.join(' '), timeStamp ?? ports.ticks(), here)) return true
    } else rowKey = null
    switch (resolved.kind) {
      case 'none':
        return false
      case 'pending':
        actors.chord.send({ type: 'chord.stroke', strokes, hints: resolved.hints })
        return true
      case 'command':
        actors.chord.send({ type: 'chord.end' })
        run(resolved.call)
        return true
      case 'line':
        actors.chord.send({ type: 'chord.end' })
        runLine(resolved.line)
        return true
      default:
        return resolved satisfies never
    }
  }

  /** Works while typing, composing and under a dialog; asks, over whatever lies on the screen. */
  const panic = (): void => {
    actors.chord.send({ type: 'chord.end' })
    if (!actors.palette.getSnapshot().matches('closed')) actors.palette.send({ type: 'palette.toggle' })
    run({ command: 'kill.pull', args: {} })
  }

  const press = (event: TimedKeyPress): boolean => {
    if (isPanic(event, isMac)) {
      if (event.repeat) return true
      if (context().signedIn) panic()
      // On the sign-in screen of a session that has ended it is kept for whoever was signed in.
      else actors.killIntent.send({ type: 'intent.keep' })
      return true
    }
    const stroke = strokeOf(event, { isMac, isPhysical: isPhysical() })
    if (stroke === null) return false
    const before = strokesSoFar(event)
    lastOfChord = null
    if (stroke === 'escape' && stepBack()) return true
    const here = context()
    const strokes = [...before, stroke]
    if (carryOut(resolve(currentKeymap(), here, before, stroke), strokes, here, event)) {
      noteChord(strokes, event)
      return true
    }
    if (before.length === 0) return false
    // The stroke does not go on with the chord, so it stands for itself.
    actors.chord.send({ type: 'chord.end' })
    const isOurs = carryOut(resolve(currentKeymap(), here, [], stroke), [stroke], here, event)
    noteChord([stroke], event)
    return isOurs
  }

  return (event: TimedKeyPress & Pick<Event, 'preventDefault' | 'stopPropagation'>): boolean => {
    const isOurs = press(event)
    if (isOurs) {
      event.preventDefault()
      event.stopPropagation()
    } else if (isKeptFromBrowser(event, ports)) event.preventDefault()
    return isOurs
  }
}

/** False for a key that steps a value of the row under the cursor: it is pressed again and again. Any other acts once. */
const isAboutRow = (resolved: Resolved, here: Context): boolean =>
  (resolved.kind === 'command' &&
    resolved.section.when?.includes('focus.') === true &&
    !('by' in resolved.call.args)) ||
  (resolved.kind === 'line' && here['focus.key'] !== '')

/** Firefox opens its search bar with these. Some screens answer `/`, and no text is lost by them on the others. */
const quickFindKeys = ["'", '/']

/**
 * Keys the keymap names anywhere do nothing of the browser's own where they have no meaning here: its menus and search
 * bars would take the keys after them, the kill switch among them. What is typed, moves a caret or presses a button stays.
 */
const isKeptFromBrowser = (event: TimedKeyPress, { context, isMac, isPhysical }: KeyPorts): boolean => {
  const stroke = strokeOf(unheld(event), { isMac, isPhysical: isPhysical() })
  if (stroke === null) return false
  const isAlt = stroke.startsWith('alt+')
  // With Option a Mac prints characters.
  if (
    context().typing
      ? !isAlt || isMac
      : !isAlt && !stroke.startsWith('mod+') && (stroke === 'space' || !isPrinting(stroke))
  )
    return false
  return (
    stroke === messagesKey ||
    (quickFindKeys.includes(stroke) && !context().typing) ||
    currentKeymap().some(({ keys }) => Object.keys(keys).some((named) => named.split(' ').includes(stroke)))
  )
}

/**
 * The kill switch of `panicKeys`, whatever is being typed. An input method hides which key it was, and a layout
 * without Latin letters prints another one: then the place of the key decides.
 */
const isPanic = (event: KeyPress, isMac: boolean): boolean => {
  const isLatin = /^[a-z]$/i.test(event.key)
  const press: KeyPress = { ...unheld(event), isComposing: false }
  const seen = isLatin ? press : { ...press, key: letterAt(event.code) }
  return Object.hasOwn(panicKeys, strokeOf(seen, { isMac, isPhysical: false }) ?? '')
}

const letterAt = (code: string): string => (/^Key[A-Z]$/.test(code) ? code.slice(3) : 'Unidentified')
