import type { Context } from '../commands/context.ts'
import { defaultKeymap } from '../commands/keymap/default.ts'
import { type Resolved, resolve } from '../commands/keymap/resolve.ts'
import { type KeyPress, type Stroke, strokeOf } from '../commands/keymap/stroke.ts'
import type { CommandCall } from '../commands/registry.ts'
import type { Actors } from './actors.ts'

export interface KeyPorts {
  readonly actors: Pick<Actors, 'chord' | 'palette' | 'help'>
  readonly context: () => Context
  readonly isMac: boolean
  run(call: CommandCall): void
  runLine(line: string): void
}

/** Takes each key first, before any field or table sees it. Answers whether the key was ours. */
export const createKeys = ({ actors, context, isMac, run, runLine }: KeyPorts) => {
  const strokesSoFar = (): readonly Stroke[] => {
    const chord = actors.chord.getSnapshot()
    return chord.matches('pending') ? chord.context.strokes : []
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

  const press = (event: KeyPress): boolean => {
    const stroke = strokeOf(event, { isMac, isPhysical: false })
    if (stroke === null) return false
    if (stroke === 'escape' && stepBack()) return true
    const before = strokesSoFar()
    const here = context()
    if (carryOut(resolve(defaultKeymap, here, before, stroke), [...before, stroke])) return true
    if (before.length === 0) return false
    // The stroke does not go on with the chord, so it stands for itself.
    actors.chord.send({ type: 'chord.end' })
    return carryOut(resolve(defaultKeymap, here, [], stroke), [stroke])
  }

  return (event: KeyPress & Pick<Event, 'preventDefault' | 'stopPropagation'>): boolean => {
    const isOurs = press(event)
    if (isOurs) {
      event.preventDefault()
      event.stopPropagation()
    }
    return isOurs
  }
}
