export interface KeyAction {
  readonly type: 'keyDown' | 'keyUp'
  readonly value: string
}

export interface Driver {
  /** Resolves once the document has loaded. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  /** -1 is back. */
  travel(by: -1 | 1): Promise<void>
  /** `source` is a function without parameters that resolves to text. */
  evaluate(source: string): Promise<string>
  /** Real keys, which the browser itself handles too. */
  perform(keys: readonly KeyAction[]): Promise<void>
  screenshot(): Promise<Buffer>
  complaints(): Promise<readonly string[]>
  close(): Promise<void>
}

/** A command of the driver got no answer, which says nothing about the page: the test is begun again. */
export class DriverHangs extends Error {
  override readonly name = 'DriverHangs'
}

export interface OtherBrowser {
  openTab(): Promise<Driver>
  close(): Promise<void>
}
