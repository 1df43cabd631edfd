import { screens } from '../../domain/screens.ts'
import { withoutLine } from '../context.ts'
import type { Environment } from '../environment.ts'
import { currentKeymap } from '../keymap/current.ts'
import { actOf, actOfStrokes } from '../keymap/resolve.ts'
import { parseWhen } from '../keymap/when.ts'
import type { PaletteRow } from '../reading.ts'
import { type AnyCommand, type CommandCall, findCommand } from '../registry.ts'
import { commandRow, commandRows } from './candidates.ts'
import { actRow, insertRow } from './rows.ts'

export const chordRows = (typed: string, environment: Environment): readonly PaletteRow[] => {
  const act = /^\S( \S){1,2}$/.test(typed) ? actOfStrokes(typed, environment.context) : null
  return act?.kind === 'command' ? [actRow(act.call, 'command', environment)] : []
}

/** `home` does not count, because it is the start screen. */
const ABOUT_HERE = /\b(view == (?!home\b)|(focus|armed|backtest|sweep|notices)\b)/

/** With `isFirst`, a bare Enter runs the first row, so that row must not change anything. */
export const rowsAtHand = (environment: Environment, isFirst: boolean): readonly PaletteRow[] => {
  const { usage } = environment
  const listed = commandRows(environment)
  const used = [...listed, ...screenRows(environment)]
    .filter(({ id }) => (usage[id] ?? 0) > 0)
    .sort((a, b) => (usage[b.id] ?? 0) - (usage[a.id] ?? 0))
  const rows = [...fittingRows(environment), ...openRows(environment), ...used, ...listed]
  return isFirst ? rows.map((row, at) => (at === 0 ? harmless(row) : row)) : rows
}

const harmless = (row: PaletteRow): PaletteRow => {
  const one = row.call === undefined ? null : findCommand(row.call.command)
  if (one === null || one.effect === 'read') return row
  return insertRow(row.id, row.kind, row.title, row.detail, `${one.verb} `)
}

/** A command with more keys than this has one row instead of one for each. */
const ROWS_OF_COMMAND = 4

/** In reverse keymap order, because the most specific section comes last. */
const fittingRows = (environment: Environment): readonly PaletteRow[] => {
  const here = withoutLine(environment.context)
  const bindings = currentKeymap()
    .filter(({ when = '' }) => ABOUT_HERE.test(when) && parseWhen(when)(here))
    .toReversed()
    .flatMap(({ keys }) => Object.values(keys))
  const acts = bindings.map(actOf)
  const keysOfCommand = (id: string): number =>
    acts.filter((act) => act.kind === 'command' && act.call.command === id).length
  return acts.flatMap((act) => {
    if (act.kind === 'line') return []
    const one = findCommand(act.call.command)
    if (one === null || one.isTyped === false || !parseWhen(one.when)(here)) return []
    return [
      Object.keys(act.call.args).length === 0 || keysOfCommand(one.id) > ROWS_OF_COMMAND
        ? commandRow(one, environment)
        : rowOf(one, act.call, environment),
    ]
  })
}

const rowOf = (one: AnyCommand, call: CommandCall, environment: Environment): PaletteRow =>
  actRow(call, 'command', environment, `${one.id} ${Object.values(call.args).map(textOf).join(' ')}`)

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const openRows = (environment: Environment): readonly PaletteRow[] => {
  const { context } = environment
  const wanted = [
    ...(context['positions.open'] > 0 ? ['positions.exitAll'] : []),
    ...(context['orders.open'] > 0 ? ['orders.cancelAll'] : []),
  ]
  const open = [
    ...(context['positions.open'] > 0 ? ['positions'] : []),
    ...(context['orders.open'] > 0 ? ['order-book'] : []),
  ].filter((view) => view !== context.view)
  return [
    ...screenRows(environment).filter(({ id }) => open.some((view) => id === `view.open ${view}`)),
    ...wanted.flatMap((id) => {
      const one = findCommand(id)
      return one === null || !parseWhen(one.when)(context) ? [] : [commandRow(one, environment)]
    }),
  ]
}

const screenRows = (environment: Environment): readonly PaletteRow[] =>
  environment.context.signedIn
    ? screens.map(({ id }) => actRow({ command: 'view.open', args: { view: id } }, 'command', environment))
    : []
