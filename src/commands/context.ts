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
  /** How many rows of the list under the cursor are selected. */
  readonly 'selection.count': number
  /** Kind and key of the focused row: `trade`, `run`, `symbol`, or empty. */
  readonly 'focus.kind': string
  readonly 'focus.key': string
}

export const emptyContext: Context = {
  signedIn: false,
  view: '',
  typing: false,
  dialog: false,
  palette: false,
  'backtest.running': false,
  'backtest.report': false,
  'selection.count': 0,
  'focus.kind': '',
  'focus.key': '',
}
