import type { Context } from '../commands/context.ts'
import { currentKeymap } from '../commands/keymap/current.ts'
import { messagesKey, panicKeys } from '../commands/keymap/default.ts'
import { type Resolved, resolve } from '../commands/keymap/resolve.ts'
import { isPrinting, type KeyPress, type Stroke, strokeOf, unheld } from '../commands/keymap/stroke.ts'
import type { CommandCall } from '../commands/registry.ts'
import { CHORD_TIMEOUT_MS } from '../machines/shortcuts/chord.ts'
import type { Actors } from './actors.ts'

/** `timeStamp` is when the key was pressed, in ms; a busy page handles it later. */
type TimedKeyPress = KeyPress & { readonly timeStamp?: number }

export interface KeyPorts {
  readonly actors: Pick<Actors, 'chord' | 'palette' | 'help' | 'killIntent'>
  readonly context: () => Context
  /** Monotonic ms on the clock of `Event.timeStamp`. */
  readonly ticks: () => number
  readonly focusedAt: () => number
  readonly isMac: boolean
  /** True if keys are matched by their position on the keyboard. */
  readonly isPhysical: () => boolean
  run(call: CommandCall): void
  runLine(line: string): void
}

/** A key acts on a row once in this time, and on the next row only after it had the focus for as long. */
export const ROW_KEY_REST_MS = 400

export const createKeys = (ports: KeyPorts) => {
  const { actors, context, isMac, isPhysical, run, runLine } = ports
  let lastOfChord: { readonly strokes: readonly Stroke[]; readonly at: number } | null = null

  /** On a busy page the chord may time out before a key is handled that was pressed in time. */
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

  let rowKey: { readonly stroke: Stroke; readonly row: string; readonly at: number } | null = null

  /** An exited row disappears and the focus moves on; a quick second press was meant for the old row. */
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

  /** Works while typing, composing and under a dialog; its confirmation lies above everything. */
  const panic = (): void => {
    actors.chord.send({ type: 'chord.end' })
    if (!actors.palette.getSnapshot().matches('closed')) actors.palette.send({ type: 'palette.toggle' })
    run({ command: 'kill.pull', args: {} })
  }

  const press = (event: TimedKeyPress): boolean => {
    if (isPanic(event, isMac)) {
      if (event.repeat) return true
      if (context().signedIn) panic()
      // After a login session has ended, the request is kept for the user who was signed in.
      else actors.killIntent.send({ type: 'intent.keep' })
      return true
    }
    const stroke = strokeOf(event, { isMac, isPhysical: isPhysical() })
    if (stroke === null) return false
    const before = strokesSoFar(event)
    lastOfChord = null
    if (stroke === 'escape' && stepBack(actors)) return true
    const here = context()
    if (!here.dialog && !here.typing && isPrinting(stroke) && typeAhead(actors, event.key)) return true
    const strokes = [...before, stroke]
    if (carryOut(resolve(currentKeymap(), here, before, stroke), strokes, here, event)) {
      noteChord(strokes, event)
      return true
    }
    if (before.length === 0) return false
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

const stepBack = (actors: KeyPorts['actors']): boolean => {
  if (actors.chord.getSnapshot().matches('pending')) actors.chord.send({ type: 'chord.end' })
  else if (actors.palette.getSnapshot().matches('open')) actors.palette.send({ type: 'palette.close' })
  else if (actors.help.getSnapshot().matches('open')) actors.help.send({ type: 'help.close' })
  else return false
  return true
}

/** The line is open, but its field is not drawn yet. */
const typeAhead = ({ palette }: Pick<Actors, 'palette'>, key: string): boolean => {
  const line = palette.getSnapshot()
  const { act, isReopened, line: before } = line.context
  if (!line.matches('open') || act !== null) return false
  const text = (isReopened ? '' : before) + key
  palette.send({ type: 'palette.type', line: text, caret: text.length })
  return true
}

/** False for keys that step a value of the focused row: these are meant to be repeated. */
const isAboutRow = (resolved: Resolved, here: Context): boolean =>
  (resolved.kind === 'command' &&
    resolved.section.when?.includes('focus.') === true &&
    !('by' in resolved.call.args)) ||
  (resolved.kind === 'line' && here['focus.key'] !== '')

/** Firefox opens quick find with these. Suppressing them outside of text fields loses no text. */
const quickFindKeys = ["'", '/']

/** Keymap keys never open browser menus or search bars: these would take later keys, even the kill switch. */
const isKeptFromBrowser = (event: TimedKeyPress, { context, isMac, isPhysical }: KeyPorts): boolean => {
  const stroke = strokeOf(unheld(event), { isMac, isPhysical: isPhysical() })
  if (stroke === null) return false
  const isAlt = stroke.startsWith('alt+')
  // Keys that type, move a caret or press a button stay the browser's. On a Mac, Option types characters.
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

/** An input method hides the key and a non-Latin layout prints another: then the key's position decides. */
const isPanic = (event: KeyPress, isMac: boolean): boolean => {
  const isLatin = /^[a-z]$/i.test(event.key)
  const press: KeyPress = { ...unheld(event), isComposing: false }
  const seen = isLatin ? press : { ...press, key: letterAt(event.code) }
  return Object.hasOwn(panicKeys, strokeOf(seen, { isMac, isPhysical: false }) ?? '')
}

const letterAt = (code: string): string => (/^Key[A-Z]$/.test(code) ? code.slice(3) : 'Unidentified')
