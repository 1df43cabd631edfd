import { useSelector } from '@xstate/react'
import { createContext, use } from 'react'
import type { ActorRefFrom, AnyStateMachine, SnapshotFrom } from 'xstate'
import type { Context } from '../../commands/context.ts'
import type { Environment } from '../../commands/environment.ts'
import type { PaletteRow, Reading } from '../../commands/reading.ts'
import type { CommandCall } from '../../commands/registry.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'
import type { Notice, Notices } from '../../machines/notices.ts'
import type { Actors, Machines } from '../../machines/requests.ts'
import type { PaletteAct } from '../../machines/shell/palette-context.ts'
import type { QuoteBook } from '../../market/quotes/quote-book.ts'
import type { ViewDispatch } from './view-dispatch.ts'

/** Views act by `run`; an actor they only read. */
type ReadableActors = {
  readonly [Name in keyof Actors]: Pick<Actors[Name], 'getSnapshot' | 'subscribe' | 'on'>
}

export interface ViewConsole {
  readonly actors: ReadableActors
  readonly notices: Notices
  readonly quotes: QuoteBook
  /** The shell waits until the trading machines have loaded. */
  readonly trading: { isReady(): boolean; watch(listener: () => void): () => void }
  run(call: CommandCall): void
  runLine(line: string): void
  dispatch(request: ViewDispatch): void
  undo(notice: Notice): void
  /** True if the key ran a command; the event is then stopped. */
  pressKey(event: KeyboardEvent): boolean
  read(line: string, caret: number): Reading
  /** Null for a row that only writes. */
  actOf(row: PaletteRow): PaletteAct<CommandCall> | null
  /** The act to confirm again if the market has moved since; null if Enter confirms it. */
  reconsider(act: PaletteAct<CommandCall>): PaletteAct<CommandCall> | null
  context(): Context
  environment(): Environment
  setFocus(focus: { readonly kind: string; readonly key: string; readonly instrument?: InstrumentId }): void
  setSelection(keys: readonly string[]): void
  setDialog(isOpen: boolean): void
  instruments(): InstrumentIndex | null
  readonly logoBase: string | null
  /** Milliseconds since the epoch, from the corrected clock. */
  now(): number
}

const ConsoleContext = createContext<ViewConsole | null>(null)

export const ConsoleProvider = ConsoleContext.Provider

export function useConsole(): ViewConsole {
  const found = use(ConsoleContext)
  if (found === null) throw new Error('a view stands outside ConsoleProvider')
  return found
}

/** Renders again only when the selected value changes. */
export function useSnapshot<Name extends keyof Machines, Value>(
  name: Name,
  select: (snapshot: SnapshotFrom<Machines[Name]>) => Value,
  isEqual: (one: Value, other: Value) => boolean = Object.is,
): Value {
  const { actors } = useConsole()
  // Each actor has the snapshot of its name; TypeScript cannot infer this through the generic.
  const actor = actors[name] as unknown as ActorRefFrom<AnyStateMachine>
  return useSelector(actor, (snapshot) => select(snapshot as SnapshotFrom<Machines[Name]>), isEqual)
}

export function useCommand(): (call: CommandCall) => void {
  const { run } = useConsole()
  return run
}
