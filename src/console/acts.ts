import type { Context } from '../commands/context.ts'
import type { Environment } from '../commands/environment.ts'
import { printCall } from '../commands/grammar/print-call.ts'
import { parseWhen } from '../commands/keymap/when.ts'
import { nameOfDone } from '../commands/learning/name-of-done.ts'
import { readLine } from '../commands/read-line.ts'
import type { PaletteRow } from '../commands/reading.ts'
import { type AnyCommand, type CommandCall, completeArgs, findCommand } from '../commands/registry.ts'
import type { Notices } from '../machines/notices.ts'
import type { PaletteAct } from '../machines/shell/palette-context.ts'
import type { Preview } from '../machines/shell/palette-preview.ts'
import { type Actors, dispatch } from './actors.ts'
import type { Judged, JudgedLine, OrderJudge } from './orders/judging.ts'
import type { ResolvedCall } from './resolved-call.ts'

export interface ActPorts {
  readonly actors: Actors
  readonly environment: () => Environment
  readonly notices: Notices
  readonly judge: () => OrderJudge
}

type Act = PaletteAct<CommandCall>

/** The line a macro records: as typed if it means this very call, else as printed from the call. */
const recordable = (call: CommandCall, typed: string, here: Environment): string | null => {
  if (/^(macro|palette|help|auth)\./.test(call.command)) return null
  const printed = printCall(call)
  const meant = typed === '' ? null : readLine(typed, typed.length, here).call
  return meant !== null && printCall(meant) === printed ? typed.trim() : printed
}

/** Throws, with a message for the user, if the call is not possible now. */
export const carryOut = (
  { call, title, dispatches }: Pick<ResolvedCall, 'call' | 'title' | 'dispatches'>,
  { actors, environment }: Pick<ActPorts, 'actors' | 'environment'>,
  typed = '',
): void => {
  const here = environment()
  const isLoaded = dispatches.every(({ to }) => actors[to] !== undefined)
  if (!isLoaded || !isPossible(call, here.context)) throw new Error(`${title}: not available here`)
  if (dispatches.length === 0) throw new Error(`${title}: an argument is missing`)
  const isRecording = here.context['macro.recording']
  const line = isRecording ? recordable(call, typed, here) : null
  for (const one of dispatches) dispatch(actors, one)
  actors.firstSteps?.send({ type: 'steps.did', what: nameOfDone(call) })
  if (line !== null) actors.macros.send({ type: 'macro.heard', line })
}

const isPossible = (call: CommandCall, context: Context): boolean =>
  parseWhen(findCommand(call.command)?.when ?? '')(context)

export const actOfRow = (
  { id, call }: PaletteRow,
  here: Environment,
  judge: (call: CommandCall) => Judged,
): Act | null => {
  const command = call === undefined ? null : findCommand(call.command)
  if (call === undefined || command === null) return null
  const judged = judge(call)
  const reason = judged.reason ?? questionOf(command, call, here)
  const danger = command.danger === 'none' && reason !== null ? 'confirm' : command.danger
  return { ...judged, reason, rowId: id, danger, answer: answerOf(command, call, here) }
}

/** The act to be confirmed again, at the prices of now; null if it can be sent as it was confirmed. */
export const reconsidered = (act: Act, here: Environment, judge: OrderJudge): Act | null => {
  const changed = act.orders.length === 0 ? null : judge.changeSince(act, here)
  return changed === null ? null : { ...act, ...changed.now, reason: changed.change.text }
}

const shownPreview = (palette: Actors['palette']): Preview | null => {
  const snapshot = palette.getSnapshot()
  const isUnread = snapshot.matches({ open: { previewing: { shown: 'changed' } } })
  return isUnread ? null : snapshot.context.preview
}

export const judgedLine = (palette: Actors['palette']): JudgedLine => ({
  ...palette.getSnapshot().context,
  readPreview: shownPreview(palette),
})

/** The question to confirm before this call; null if there is none. */
const questionOf = (command: AnyCommand, call: CommandCall, here: Environment): string | null => {
  const { args, missing } = completeArgs(command, call.args, here)
  return missing === null ? (command.asks?.(args, here) ?? null) : null
}

const answerOf = (command: AnyCommand, call: CommandCall, here: Environment): string => {
  const { args, missing } = completeArgs(command, call.args, here)
  const affected = missing === null ? command.affected?.(args, here) : undefined
  return affected === undefined ? command.verb : String(affected.length)
}

const unshown = { line: null, preview: null, readPreview: null } as const

const isSentArmed = ({ command }: CommandCall): boolean => findCommand(command)?.isSentArmed === true

export const createActs = (ports: ActPorts) => {
  const { actors, environment, notices, judge } = ports

  const ask = (call: CommandCall, here: Environment): void => {
    const judged = () => judge().judge(call, here, unshown)
    const act = actOfRow({ id: call.command, title: '', detail: '', kind: 'act', call }, here, judged)
    const isOfControl = actors.palette.getSnapshot().matches('closed')
    actors.palette.send({ type: 'palette.open', line: printCall(call) })
    if (act !== null) actors.palette.send({ type: 'palette.enter', act: { ...act, isOfControl } })
  }

  const isShownFirst = ({ call, ordersAre }: ResolvedCall, here: Environment): boolean =>
    ordersAre === 'placed' && !isSentArmed(call) && here.preferences.confirmOrders !== 'never'

  const perform = (call: CommandCall): void => {
    const here = environment()
    const command = findCommand(call.command)
    if (command === null) return
    const canRun = isPossible(call, here.context)
    const resolved = judge().resolve(call, here)
    if (canRun && resolved.dispatches.length === 0)
      actors.palette.send({ type: 'palette.open', line: `${command.verb} ` })
    else if (canRun && (command.danger !== 'none' || questionOf(command, call, here) !== null))
      ask(call, here)
    else if (canRun && isShownFirst(resolved, here))
      actors.palette.send({ type: 'palette.open', line: printCall(call) })
    else carryOut(resolved, ports)
  }

  const run = (call: CommandCall): void => {
    try {
      perform(call)
    } catch (error) {
      notices.show({ kind: 'info', text: error instanceof Error ? error.message : String(error) })
    }
  }

  const runLine = (line: string): void => {
    const { call } = readLine(line, line.length, environment())
    if (call === null) actors.palette.send({ type: 'palette.open', line })
    else run(call)
  }

  return { run, runLine, perform }
}
