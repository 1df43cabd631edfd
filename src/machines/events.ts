import type { BacktestParams } from '../domain/backtest.ts'
import type { InstrumentId } from '../domain/instrument.ts'
import type { Interval } from '../domain/interval.ts'

/** What each machine of the console can be asked to do. Commands make these; a machine's own facts stay in its file. */
export interface Requests {
  readonly auth:
    | { readonly type: 'auth.signIn'; readonly userName: string; readonly password: string }
    | { readonly type: 'auth.signOut' }
    | { readonly type: 'auth.retry' }
  readonly instruments: { readonly type: 'instruments.reload' }
  readonly engines: { readonly type: 'engines.retry' }
  readonly navigation: { readonly type: 'view.open'; readonly path: string } | { readonly type: 'view.back' }
  readonly backtest:
    | {
        readonly type: 'backtest.run'
        readonly params: BacktestParams
        readonly instruments: readonly InstrumentId[]
        /** Which end of the span is cut when it is longer than the interval allows. */
        readonly cutFrom: 'start' | 'end'
      }
    | { readonly type: 'backtest.cancel' }
    | { readonly type: 'backtest.retry'; readonly instrument: InstrumentId }
    | { readonly type: 'backtest.saveAgain'; readonly instrument: InstrumentId }
    | { readonly type: 'backtest.open'; readonly slug: string }
    | { readonly type: 'backtest.clear' }
  readonly savedRuns:
    | { readonly type: 'savedRuns.load'; readonly search?: string }
    | { readonly type: 'savedRuns.more' }
    | { readonly type: 'savedRuns.delete'; readonly slug: string }
    /** Takes a delete back within 5 s: the delete is only sent when they have passed. */
    | { readonly type: 'savedRuns.undoDelete' }
  readonly candleImport:
    | { readonly type: 'import.choose'; readonly files: readonly File[] }
    | { readonly type: 'import.instrument'; readonly instrument: string }
    | { readonly type: 'import.interval'; readonly interval: Interval }
    | { readonly type: 'import.option'; readonly name: string; readonly value: string }
    | { readonly type: 'import.confirm' }
    | { readonly type: 'import.cancel' }
  readonly preferences:
    | { readonly type: 'theme.set'; readonly theme: 'light' | 'dark' | 'toggle' }
    | { readonly type: 'preference.set'; readonly name: string; readonly value: string | number | boolean }
  readonly palette:
    | { readonly type: 'palette.toggle' }
    | { readonly type: 'palette.open'; readonly line?: string }
    | { readonly type: 'palette.close' }
  readonly help: { readonly type: 'help.toggle' }
}

export type MachineName = keyof Requests

/** One event for one machine: what a command amounts to. */
export type Dispatch = {
  readonly [Name in MachineName]: { readonly to: Name; readonly event: Requests[Name] }
}[MachineName]
