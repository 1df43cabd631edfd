export interface Context {
  readonly signedIn: boolean
  /** `home`, `backtest`, `settings`, … as in `domain/screens.ts`. */
  readonly view: string
  /** Focus is in a text field, or an input method is composing. */
  readonly typing: boolean
  readonly dialog: boolean
  readonly palette: boolean
  readonly 'backtest.running': boolean
  readonly 'backtest.report': boolean
  readonly 'sweep.running': boolean
  readonly 'sweep.done': boolean
  readonly 'selection.count': number
  /** `trade`, `run`, `symbol`, `order`, `position`, `holding`, `watch`, `leg`, `combination`, or empty. */
  readonly 'focus.kind': string
  readonly 'focus.key': string
  /** `segment_symbol` of the focused row, or empty. */
  readonly 'focus.instrument': string
  /** The focused row is an open order. */
  readonly 'focus.isOpen': boolean
  readonly 'orders.open': number
  readonly 'positions.open': number
  readonly 'basket.legs': number
  readonly 'basket.failed': number
  /** `closed`, `draft` or `confirming`. */
  readonly ticket: string
  /** The Scalper places orders on single keys. */
  readonly armed: boolean
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

export const withoutLine = (context: Context): Context => ({
  ...context,
  typing: false,
  dialog: false,
  palette: false,
})
