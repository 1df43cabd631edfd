/** One key going down or up, as both forms of WebDriver take it. */
export interface KeyAction {
  readonly type: 'keyDown' | 'keyUp'
  readonly value: string
}

/** One tab, in a profile that nothing else has used. */
export interface Driver {
  /** Resolves once the document has loaded. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  /** Steps through the history of the tab: -1 is back. */
  travel(by: -1 | 1): Promise<void>
  /** Calls a function without parameters, given as its source, in the page; it resolves to text. */
  evaluate(source: string): Promise<string>
  /** Real keys: the browser sees them before and after the page does. */
  perform(keys: readonly KeyAction[]): Promise<void>
  screenshot(): Promise<Buffer>
  /** Errors that the page has thrown or logged so far. */
  complaints(): Promise<readonly string[]>
  close(): Promise<void>
}

export interface OtherBrowser {
  openTab(): Promise<Driver>
  close(): Promise<void>
}
