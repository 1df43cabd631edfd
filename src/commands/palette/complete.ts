import type { ArgSpec, Completion } from '../command.ts'
import type { Environment } from '../environment.ts'
import { nextOf, type ReadArguments, readArguments } from '../grammar/read-arguments.ts'
import { skipSpaces } from '../grammar/words.ts'
import type { PaletteRow } from '../reading.ts'
import type { AnyCommand } from '../registry.ts'
import { insertRow } from './rows.ts'

const UNTYPED_MAX = 3

interface Slot {
  readonly word: string
  readonly from: number
  readonly to: number
}

export const completionsAt = (
  one: AnyCommand,
  line: string,
  argsFrom: number,
  caret: number,
  environment: Environment,
): readonly PaletteRow[] => {
  if (caret < argsFrom) return []
  const specs = Object.entries(one.args)
  const [only, second] = specs
  if (only === undefined) return []
  const slot = slotAt(line, argsFrom, caret)
  if (second === undefined) {
    const from = Math.min(skipSpaces(line, argsFrom), caret)
    return rowsOf(line, { ...slot, from, word: line.slice(from, caret) }, only[1], environment)
  }
  const before = readArguments(one, line.slice(0, slot.from), argsFrom, environment)
  const pending = before.pending === null ? undefined : one.args[before.pending.name]
  if (pending !== undefined && before.pending !== null) {
    const isWide = pending.kind.token === 'instrument'
    const whole = isWide ? { ...slot, ...listed(line, before.pending.from, caret) } : slot
    return rowsOf(line, whole, pending, environment)
  }
  const last = before.spans.at(-1)
  const lastSpec = last === undefined ? undefined : one.args[last.name]
  const longer =
    last !== undefined && lastSpec?.kind.token === 'instrument' && /^[^@]/.test(slot.word)
      ? rowsOf(line, { ...slot, ...wider(line, last, lastSpec, caret) }, lastSpec, environment)
      : []
  const isRead = isReadWhole(readArguments(one, line.slice(0, caret), argsFrom, environment), slot)
  const unread = specs.filter(([name]) => before.args[name] === undefined)
  const open = nextOf(unread, before.args)
    .map(([, spec]) => spec)
    .filter(({ kind }) => !isRead || kind.token !== 'instrument')
  const joined = lastSpec?.kind.token === 'condition' ? rowsOf(line, slot, lastSpec, environment) : []
  return [
    ...longer,
    ...joined.filter(() => slot.word !== ''),
    ...open.flatMap((spec) => openRows(line, slot, spec, environment)),
  ]
}

/** `mis` is a product, though shares begin with it. */
const isReadWhole = ({ problem, spans, tokens }: ReadArguments, { from, word }: Slot): boolean => {
  const last = spans.at(-1)
  const token = tokens.findLast((one) => one.to === from + word.length)
  return problem === null && word !== '' && last?.from === from && /^(choice|size)$/.test(token?.kind ?? '')
}

const slotAt = (line: string, argsFrom: number, caret: number): Slot => {
  let from = caret
  while (from > argsFrom && !/[\s,]/.test(line[from - 1] ?? '')) from--
  let to = caret
  while (to < line.length && !/[\s,]/.test(line[to] ?? '')) to++
  return { word: line.slice(from, caret), from, to }
}

/** Extends back to the last argument's value: `nifty ba` completes from `nifty`. */
const wider = (
  line: string,
  last: { readonly from: number },
  spec: ArgSpec<unknown>,
  caret: number,
): Pick<Slot, 'from' | 'word'> => {
  const isAnnounced =
    spec.word !== null && line.slice(last.from, last.from + spec.word.length + 1) === `${spec.word} `
  const start = isAnnounced ? skipSpaces(line, last.from + (spec.word?.length ?? 0)) : last.from
  return listed(line, start, caret)
}

const listed = (line: string, start: number, caret: number): Pick<Slot, 'from' | 'word'> => {
  const comma = line.lastIndexOf(',', caret - 1)
  const from = Math.min(comma > start ? skipSpaces(line, comma + 1) : start, caret)
  return { from, word: line.slice(from, caret) }
}

const openRows = (
  line: string,
  slot: Slot,
  spec: ArgSpec<unknown>,
  environment: Environment,
): readonly PaletteRow[] => {
  const announced =
    spec.word?.startsWith(slot.word.toLowerCase()) === true
      ? [rowOf(line, slot, { text: spec.word, detail: `${spec.title}: ${spec.kind.expects}` })]
      : []
  if (!spec.isBare || (spec.word !== null && slot.word === '')) return announced
  const typed = rowsOf(line, slot, spec, environment)
  return [...announced, ...(slot.word === '' ? typed.slice(0, UNTYPED_MAX) : typed)]
}

const rowsOf = (
  line: string,
  slot: Slot,
  spec: ArgSpec<unknown>,
  environment: Environment,
): readonly PaletteRow[] =>
  spec.kind
    .complete(slot.word, environment)
    .filter(({ text }) => text !== slot.word)
    .map((completion) => rowOf(line, slot, completion))

const rowOf = (line: string, { from, to }: Slot, { text, detail }: Completion): PaletteRow => {
  const before = `${line.slice(0, from)}${text} `
  return insertRow(
    `complete ${text}`,
    'completion',
    text,
    detail,
    before + line.slice(to).trimStart(),
    before.length,
  )
}
