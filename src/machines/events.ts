import type { BacktestParams } from '../domain/backtest.ts'
import type { ChartHistory } from '../domain/chart-history.ts'
import type { InstrumentId } from '../domain/instrument.ts'
import type { Interval } from '../domain/interval.ts'
import type { OrderType, Product, Validity } from '../domain/order.ts'
import type { OrderDraft, Protection } from '../domain/order-draft.ts'
import type { OwnLimits } from '../domain/own-limits.ts'
import type { Shortcuts } from '../domain/shortcuts.ts'
import type { SweepMeasure } from '../domain/sweep/figures.ts'
import type { SweepPlan } from '../domain/sweep/sweep-plan.ts'
import type { WalkTerms } from '../domain/sweep/walk-windows.ts'

/** What of an open order is to be otherwise. Quantity is the new total, prices are rupees; absent stays as it is. */
export interface OrderChange {
  readonly orderType?: OrderType
  readonly quantity?: number
  readonly price?: number
  readonly triggerPrice?: number
  readonly validity?: Validity
}

/** A position or a part of it, in units; null is all of it. */
export interface PositionExit {
  readonly instrument: InstrumentId
  readonly product: Product
  readonly quantity: number | null
}

export type NoticeTab = 'all' | 'order' | 'live' | 'auto' | 'paper' | 'scanner'
export type OptionSide = 'CE' | 'PE'
/** One of the two charts of the Scalper; the chart screen shows the first. */
export type ChartPlace = 'first' | 'second'

/** What is asked for again by itself while a view shows it. */
type Watched =
  | { readonly type: 'current.watch'; readonly key: string }
  | { readonly type: 'current.unwatch' }
  | { readonly type: 'current.ask' }

/** What each machine of the console can be asked to do. Commands make these; a machine's own facts stay in its file. */
export interface Requests {
  readonly auth:
    | { readonly type: 'auth.signIn'; readonly userName: string; readonly password: string }
    | { readonly type: 'auth.signOut' }
    | { readonly type: 'auth.retry' }
    /** It was read that this tab is another user's now. */
    | { readonly type: 'auth.changeSeen' }
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
    /** Runs the symbols that have no result; of the run on screen where the slug is null. */
    | { readonly type: 'backtest.resume'; readonly slug: string | null }
    | { readonly type: 'backtest.clear' }
  /** The luck test of the run on screen; null is its first symbol with a report. */
  readonly luck:
    | { readonly type: 'luck.run'; readonly instrument: InstrumentId | null }
    | { readonly type: 'luck.cancel' }
  readonly sweep:
    | {
        readonly type: 'sweep.run'
        readonly plan: SweepPlan
        readonly instruments: readonly InstrumentId[]
        readonly cutFrom: 'start' | 'end'
        /** What the combinations are ranked by. */
        readonly measure: SweepMeasure
        /** Null for a plain sweep. */
        readonly walk: WalkTerms | null
      }
    | { readonly type: 'sweep.cancel' }
    /** A combination as a run of its own, counted from 0; the best where it is null. */
    | {
        readonly type: 'sweep.open'
        readonly combination: number | null
        readonly instrument?: InstrumentId
      }
    | { readonly type: 'sweep.clear' }
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
    /** Sends the files of a failed import once more and keeps what was set. With changes it is carried out at once. */
    | {
        readonly type: 'import.again'
        readonly changes?: readonly { readonly name: string; readonly value: string }[]
      }
    | { readonly type: 'import.cancel' }
  readonly holidays: { readonly type: 'reload.now' }
  /** A list of holidays: shown what it would change, then in force. */
  readonly holidayImport:
    | { readonly type: 'holidays.choose'; readonly file: string; readonly text: string }
    | { readonly type: 'holidays.builtIn'; readonly year: number }
    | { readonly type: 'holidays.confirm' }
    | { readonly type: 'holidays.cancel' }
  readonly preferences:
    | { readonly type: 'theme.set'; readonly theme: 'light' | 'dark' | 'toggle' }
    | { readonly type: 'preference.set'; readonly name: string; readonly value: string | number | boolean }
  readonly palette:
    | { readonly type: 'palette.toggle' }
    /** A message says why the line is there instead of the act. */
    | { readonly type: 'palette.open'; readonly line?: string; readonly message?: string }
    | { readonly type: 'palette.close' }
  readonly help: { readonly type: 'help.toggle' }
  /** Keys, pinned lines, aliases and variables of the user. */
  readonly shortcuts:
    | {
        readonly type: 'shortcuts.change'
        readonly change: Partial<Shortcuts>
        /** What was done, in words. */
        readonly told: string
      }
    | { readonly type: 'shortcuts.undo' }
  readonly macros:
    | { readonly type: 'macro.record'; readonly name: string }
    | { readonly type: 'macro.stop' }
    | { readonly type: 'macro.run'; readonly name: string }
    | {
        readonly type: 'macro.save'
        readonly name: string
        readonly lines: readonly string[]
        /** What it was called until now. */
        readonly before?: string
      }
    | { readonly type: 'macro.delete'; readonly name: string }
    | { readonly type: 'macro.undo' }
  readonly teaching: { readonly type: 'teach.hand'; readonly isMouse: boolean }

  /** Orders on their way: each is one `orderPlacement`. */
  readonly orders:
    | { readonly type: 'order.place'; readonly draft: OrderDraft }
    /** A refused order again, as a new one. */
    | { readonly type: 'order.placeAgain'; readonly clientOrderId: string }
    | { readonly type: 'order.dismiss'; readonly clientOrderId: string }
  /** The order window: one ticket that is being written. */
  readonly ticket:
    | { readonly type: 'ticket.open'; readonly draft: OrderDraft }
    | { readonly type: 'ticket.change'; readonly change: Partial<OrderDraft> }
    /** From the form to the question, and from the question to the exchange. */
    | { readonly type: 'ticket.send' }
    | { readonly type: 'ticket.back' }
    | { readonly type: 'ticket.close' }
  readonly basket:
    | { readonly type: 'basket.add'; readonly drafts: readonly OrderDraft[] }
    | { readonly type: 'basket.change'; readonly leg: string; readonly change: Partial<OrderDraft> }
    | { readonly type: 'basket.remove'; readonly leg: string }
    | { readonly type: 'basket.move'; readonly leg: string; readonly to: number }
    | { readonly type: 'basket.clear' }
    | { readonly type: 'basket.undo' }
    /** Moves the day of the payoff's second curve. */
    | { readonly type: 'basket.day'; readonly by: number }
    | { readonly type: 'basket.send' }
    | { readonly type: 'basket.back' }
    /** The failed legs alone. */
    | { readonly type: 'basket.retry' }
    | { readonly type: 'basket.save'; readonly name: string }
    | { readonly type: 'basket.load'; readonly name: string }
    | { readonly type: 'basket.forget'; readonly name: string }
  readonly orderActions:
    | { readonly type: 'order.cancel'; readonly orderIds: readonly string[] }
    | { readonly type: 'order.modify'; readonly orderId: string; readonly change: OrderChange }
    | { readonly type: 'position.exit'; readonly exits: readonly PositionExit[] }
    | {
        readonly type: 'position.convert'
        readonly instrument: InstrumentId
        readonly from: Product
        readonly to: Product
        /** Units, always above 0. */
        readonly quantity: number
      }
    | {
        readonly type: 'position.protect'
        readonly instrument: InstrumentId
        readonly product: Product
        readonly stop: Protection | null
        readonly target: Protection | null
      }
    | {
        readonly type: 'bracket.change'
        readonly bracketId: string
        readonly stop?: Protection | null
        readonly target?: Protection | null
      }
    | { readonly type: 'bracket.cancel'; readonly bracketId: string }
    | { readonly type: 'orders.cancelAll' }
    | { readonly type: 'positions.exitAll' }
    | { readonly type: 'act.dismiss'; readonly act: string }
  readonly killSwitch:
    | { readonly type: 'kill.ask' }
    | { readonly type: 'kill.confirm' }
    | { readonly type: 'kill.back' }
    /** Lets orders through again. */
    | { readonly type: 'kill.rearm' }
  /** Forgets a kill switch that was asked for and not done. */
  readonly killIntent: { readonly type: 'intent.drop' }
  readonly arming: { readonly type: 'arming.toggle' } | { readonly type: 'arming.disarm' }
  readonly orderBook: { readonly type: 'reload.now' }
  readonly positions: { readonly type: 'reload.now' }
  readonly holdings: { readonly type: 'reload.now' }
  readonly funds: { readonly type: 'reload.now' }
  readonly brackets: { readonly type: 'reload.now' }
  /** The day's gain and the breadth of the market, kept current while they are shown. */
  readonly dayPnl: Watched
  readonly breadth: Watched
  /** The limits of the account, asked for while they are shown. */
  readonly riskLimits: { readonly type: 'reload.now' }
  /** Money in rupees. Limits that are left out stay as they are. */
  readonly limitsChange: { readonly type: 'request.send'; readonly input: Partial<OwnLimits> }
  /** One order with its fills: the pane of trade details. */
  readonly orderDetails:
    | { readonly type: 'details.open'; readonly orderId: string }
    | { readonly type: 'details.close' }
  readonly watchlists:
    | { readonly type: 'watchlist.load' }
    /** To the active list where no name is given; makes the list when there is none. */
    | {
        readonly type: 'watchlist.add'
        readonly name: string | null
        readonly instruments: readonly InstrumentId[]
      }
    | {
        readonly type: 'watchlist.remove'
        readonly name: string | null
        readonly instruments: readonly InstrumentId[]
      }
    | { readonly type: 'watchlist.move'; readonly instrument: InstrumentId; readonly to: number }
    | { readonly type: 'watchlist.select'; readonly name: string }
    | { readonly type: 'watchlist.step'; readonly by: 1 | -1 }
    | { readonly type: 'watchlist.create'; readonly name: string }
    | { readonly type: 'watchlist.rename'; readonly name: string; readonly to: string }
    | { readonly type: 'watchlist.delete'; readonly name: string }
    | { readonly type: 'watchlist.undo' }
  readonly optionChains: /** Kept current as long as somebody watches it. Keys as in `getOptionChain`. */
    | { readonly type: 'chain.watch'; readonly key: string }
    | { readonly type: 'chain.unwatch'; readonly key: string }
    | { readonly type: 'chain.retry'; readonly key: string }
  /** How the chain on screen has gone through the day. Keys as in `getPcr`. */
  readonly optionDay: Watched
  readonly depth:
    | { readonly type: 'depth.watch'; readonly instrument: InstrumentId }
    | { readonly type: 'depth.unwatch' }
  /** The same for the order that is being written. */
  readonly lineDepth:
    | { readonly type: 'depth.watch'; readonly instrument: InstrumentId }
    | { readonly type: 'depth.unwatch' }
  readonly scalper:
    | { readonly type: 'scalper.underlying'; readonly instrument: InstrumentId }
    | { readonly type: 'scalper.expiry'; readonly by: 1 | -1 }
    | { readonly type: 'scalper.strike'; readonly by: number }
    | { readonly type: 'scalper.pick'; readonly strike: number; readonly side: OptionSide }
    | { readonly type: 'scalper.side'; readonly side: OptionSide }
    | { readonly type: 'scalper.atm' }
    | { readonly type: 'scalper.lots'; readonly by: number }
    | { readonly type: 'scalper.setLots'; readonly lots: number }
    | { readonly type: 'scalper.product'; readonly product: Product }
    | { readonly type: 'scalper.price'; readonly price: 'market' | 'ask' | 'bid' | number }
    /** Trades the underlying itself (shares, a future) rather than an option of it. */
    | { readonly type: 'scalper.trades'; readonly what: 'option' | 'underlying' }
  readonly charts:
    | {
        readonly type: 'chart.instrument'
        readonly place: ChartPlace
        readonly instrument: InstrumentId
        readonly history?: ChartHistory
      }
    | { readonly type: 'chart.history'; readonly place: ChartPlace; readonly history: ChartHistory }
    | { readonly type: 'chart.interval'; readonly place: ChartPlace; readonly interval: Interval }
    | {
        readonly type: 'chart.indicators'
        readonly place: ChartPlace
        readonly indicators: readonly string[]
      }
    /** Draws these beside what is drawn. */
    | { readonly type: 'chart.draw'; readonly place: ChartPlace; readonly indicators: readonly string[] }
    /** Draws one more, or takes it away where it is drawn already. */
    | { readonly type: 'chart.indicator'; readonly place: ChartPlace; readonly indicator: string }
    | { readonly type: 'chart.retry'; readonly place: ChartPlace }
    /** Candles before the first one shown. */
    | { readonly type: 'chart.older'; readonly place: ChartPlace }
  /** The table on screen hears of it and writes the file. */
  readonly tables:
    | { readonly type: 'table.export' }
    /** The fields of a row are opened where the row is shown. */
    | { readonly type: 'table.edit'; readonly key: string }
  readonly noticePanel:
    | { readonly type: 'notices.toggle' }
    | { readonly type: 'notices.close' }
    | { readonly type: 'notices.tab'; readonly tab: NoticeTab }
    | { readonly type: 'notices.read'; readonly notices: readonly string[] }
    | { readonly type: 'notices.readAll' }
}

export type MachineName = keyof Requests

/** One event for one machine: what a command amounts to. */
export type Dispatch = {
  readonly [Name in MachineName]: { readonly to: Name; readonly event: Requests[Name] }
}[MachineName]
