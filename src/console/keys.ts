import type { Context } from '../commands/context.ts'
import { currentKeymap } from '../commands/keymap/current.ts'
import { panicKeys } from '../commands/keymap/default.ts'
import { type Resolved, resolve } from '../commands/keymap/resolve.ts'
import { type KeyPress, type Stroke, strokeOf } from '../commands/keymap/stroke.ts'
import type { CommandCall } from '../commands/registry.ts'
import { CHORD_TIMEOUT_MS } from '../machines/chord.ts'
import type { Actors } from './actors.ts'

/** A key with the moment it was pressed, in milliseconds; a busy page hears of it later. */
type TimedKeyPress = KeyPress & { readonly timeStamp?: number }

export interface KeyPorts {
  readonly actors: Pick<Actors, 'chord' | 'palette' | 'help' | 'killIntent'>
  readonly context: () => Context
  readonly isMac: boolean
  /** Whether keys go by their place. */
  readonly isPhysical: () => boolean
  run(call: CommandCall): void
  runLine(line: string): void
}

/** Takes each key first, before any field or table sees it. Answers whether the key was ours. */
export const createKeys = ({ actors, context, isMac, isPhysical, run, runLine }: KeyPorts) => {
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

  const carryOut = (resolved: Resolved, strokes: readonly Stroke[]): boolean => {
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
    if (carryOut(resolve(currentKeymap(), here, before, stroke), strokes)) {
      noteChord(strokes, event)
      return true
    }
    if (before.length === 0) return false
    // The stroke does not go on with the chord, so it stands for itself.
    actors.chord.send({ type: 'chord.end' })
    const isOurs = carryOut(resolve(currentKeymap(), here, [], stroke), [stroke])
    noteChord([stroke], event)
    return isOurs
  }

  return (event: TimedKeyPress & Pick<Event, 'preventDefault' | 'stopPropagation'>): boolean => {
    const isOurs = press(event)
    if (isOurs) {
      event.preventDefault()
      event.stopPropagation()
    }
    return isOurs
  }
}

/**
 * The kill switch of `panicKeys`, whatever is being typed. An input method hides which key it was, and a layout
 * without Latin letters prints another one: then the place of the key decides.
 */
const isPanic = (event: KeyPress, isMac: boolean): boolean => {
  const isLatin = /^[a-z]$/i.test(event.key)
  const press: KeyPress = {
    key: event.key,
    code: event.code,
    ctrlKey: event.ctrlKey,
    metaKey: event.metaKey,
    altKey: event.altKey,
    shiftKey: event.shiftKey,
    isComposing: false,
    repeat: false,
  }
  const seen = isLatin ? press : { ...press, key: letterAt(event.code) }
  return Object.hasOwn(panicKeys, strokeOf(seen, { isMac, isPhysical: false }) ?? '')
}

const letterAt = (code: string): string => (/^Key[A-Z]$/.test(code) ? code.slice(3) : 'Unidentified')
