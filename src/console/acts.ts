import type { Context } from '../commands/context.ts'
import type { Environment } from '../commands/environment.ts'
import { printCall } from '../commands/grammar/print-call.ts'
import { parseWhen } from '../commands/keymap/when.ts'
import { readLine } from '../commands/read-line.ts'
import type { PaletteRow } from '../commands/reading.ts'
import { type CommandCall, dispatchesOf, findCommand, titleOfCall } from '../commands/registry.ts'
import type { Notices } from '../machines/notices.ts'
import type { PaletteAct } from '../machines/palette.ts'
import { type Actors, dispatch } from './actors.ts'

export interface ActPorts {
  readonly actors: Actors
  readonly environment: () => Environment
  readonly notices: Notices
}

/** Hands over what a call amounts to. Throws, in words, when it cannot be done here and now. */
export const carryOut = (call: CommandCall, { actors, environment }: Omit<ActPorts, 'notices'>): void => {
  const here = environment()
  const title = titleOfCall(call, here)
  if (!isPossible(call, here.context)) throw new Error(`${title}: not possible here`)
  const dispatches = dispatchesOf(call, here)
  if (dispatches.length === 0) throw new Error(`${title}: something is missing`)
  for (const one of dispatches) dispatch(actors, one)
}

const isPossible = (call: CommandCall, context: Context): boolean =>
  parseWhen(findCommand(call.command)?.when ?? '')(context)

/** What Enter on a row of the palette does; null for a row that only writes. */
export const actOfRow = (
  { id, call }: PaletteRow,
  environment: Environment,
): PaletteAct<CommandCall> | null => {
  const command = call === undefined ? null : findCommand(call.command)
  return call === undefined || command === null
    ? null
    : {
        rowId: id,
        call,
        title: titleOfCall(call, environment),
        danger: command.danger,
        answer: command.verb,
      }
}

export const createActs = (ports: ActPorts) => {
  const { actors, environment, notices } = ports

  const run = (call: CommandCall): void => {
    const here = environment()
    const command = findCommand(call.command)
    if (command === null) return
    const isIncomplete = isPossible(call, here.context) && dispatchesOf(call, here).length === 0
    if (isIncomplete) {
      actors.palette.send({ type: 'palette.open', line: `${command.verb} ` })
      return
    }
    if (command.danger !== 'none') {
      const act = actOfRow({ id: call.command, title: '', detail: '', kind: 'act', call }, here)
      actors.palette.send({ type: 'palette.open', line: printCall(call) })
      if (act !== null) actors.palette.send({ type: 'palette.enter', act })
      return
    }
    try {
      carryOut(call, ports)
    } catch (error) {
      notices.show({ kind: 'info', text: error instanceof Error ? error.message : String(error) })
    }
  }

  /** A line that makes no sense opens the command line, which says why. */
  const runLine = (line: string): void => {
    const { call } = readLine(line, line.length, environment())
    if (call === null) actors.palette.send({ type: 'palette.open', line })
    else run(call)
  }

  return { run, runLine }
}
