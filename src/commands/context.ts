/** Every key a when-clause may name, with what it says. */
export interface Context {
  readonly signedIn: boolean
  /** The screen: `home`, `backtest`, `settings`, … as in `views/routes.ts`. */
  readonly view: string
  /** Focus is in a text field, or an input method is composing. */
  readonly typing: boolean
  /** A dialog, menu or the palette lies over the screen. */
  readonly dialog: boolean
  readonly palette: boolean
  readonly 'backtest.running': boolean
  /** A report is on screen. */
  readonly 'backtest.report': boolean
  readonly 'sweep.running': boolean
  /** The figures of a sweep are on screen. */
  readonly 'sweep.done': boolean
  /** How many rows of the list under the cursor are selected. */
  readonly 'selection.count': number
  /** Kind and key of the focused row: `trade`, `run`, `symbol`, `order`, `position`, `holding`, `watch`, `leg`, `combination`, or empty. */
  readonly 'focus.kind': string
  readonly 'focus.key': string
  /** `segment_symbol` of what the focused row is about, or empty. */
  readonly 'focus.instrument': string
  /** The focused row is an order that is still open. */
  readonly 'focus.isOpen': boolean
  readonly 'orders.open': number
  readonly 'positions.open': number
  readonly 'basket.legs': number
  readonly 'basket.failed': number
  /** The order window: `closed`, `draft`, `confirming`. */
  readonly ticket: string
  /** Single keys of the Scalper trade. */
  readonly armed: boolean
  /** The kill switch has been pulled. */
  readonly killed: boolean
  readonly 'notices.open': boolean
  readonly 'details.open': boolean
  readonly 'macro.recording': boolean
  readonly 'macro.playing': boolean
}

export const emptyContext: Context = {
  signedIn: false,
  view: '',
  typing: false,
  dialog: false,
  palette: false,
  'backtest.running': false,
  'backtest.report': false,
  'sweep.running': false,
  'sweep.done': false,
  'selection.count': 0,
  'focus.kind': '',
  'focus.key': '',
  'focus.instrument': '',
  'focus.isOpen': false,
  'orders.open': 0,
  'positions.open': 0,
  'basket.legs': 0,
  'basket.failed': 0,
  ticket: 'closed',
  armed: false,
  killed: false,
  'notices.open': false,
  'details.open': false,
  'macro.recording': false,
  'macro.playing': false,
}

/** As if the command line did not lie over the screen. */
export const withoutLine = (context: Context): Context => ({
  ...context,
  typing: false,
  dialog: false,
  palette: false,
})
