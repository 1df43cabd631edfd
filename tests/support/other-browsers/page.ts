import { FACT_MS } from '../limits.ts'
import { type Driver, DriverHangs } from './driver.ts'
import { strokeActions, textActions } from './keys.ts'
import { type ElementQuery, readElements, type SeenElement } from './read-elements.ts'

const POLL_MS = 100

export interface DrivenPage extends Pick<Driver, 'open' | 'reload' | 'travel' | 'screenshot' | 'complaints'> {
  /** `Enter`, `g`, `Control+Shift+X`. */
  press(stroke: string): Promise<void>
  type(text: string): Promise<void>
  /** Arguments must be JSON; `work` sees nothing else of its file. */
  run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Visible elements in document order. */
  all(role: string, name?: string | RegExp): Promise<readonly SeenElement[]>
  see(role: string, name?: string | RegExp, text?: RegExp): Promise<SeenElement>
  seeNone(role: string, name?: string | RegExp): Promise<void>
  read(text: RegExp): Promise<void>
  untilFocused(role: string, name?: string | RegExp): Promise<void>
  until(fact: string, isSo: () => Promise<boolean>): Promise<void>
}

export const drivePage = (driver: Driver): DrivenPage => {
  const run: DrivenPage['run'] = async (work, ...args) =>
    JSON.parse(
      await driver.evaluate(
        `async () => JSON.stringify((await (${work})(...${JSON.stringify(args)})) ?? null)`,
      ),
    )

  const all: DrivenPage['all'] = (role, name = '') => {
    const query: ElementQuery = { role, name: typeof name === 'string' ? name : null, pattern: '' }
    return run(readElements, typeof name === 'string' ? query : { ...query, pattern: name.source })
  }

  /** A document that is being replaced answers nothing, so a failure is retried. */
  const until: DrivenPage['until'] = async (fact, isSo) => {
    let failure: unknown = null
    for (const end = performance.now() + FACT_MS; performance.now() < end; ) {
      try {
        if (await isSo()) return
        failure = null
      } catch (error) {
        if (error instanceof DriverHangs) throw error
        failure = error
      }
      await new Promise((done) => setTimeout(done, POLL_MS))
    }
    const shown = await run(() => `${location.href}\n${document.body.innerText}`).catch(String)
    throw new Error(`waited in vain until ${fact}; the page shows ${shown}`, { cause: failure })
  }

  const see: DrivenPage['see'] = async (role, name, text = /^/) => {
    let found: SeenElement | undefined
    await until(`there is a ${role} ${name ?? ''} ${text.source}`, async () => {
      found = (await all(role, name)).find((one) => text.test(one.text))
      return found !== undefined
    })
    return found as SeenElement
  }

  return {
    open: driver.open,
    reload: driver.reload,
    travel: driver.travel,
    screenshot: driver.screenshot,
    complaints: driver.complaints,
    press: (stroke) => driver.perform(strokeActions(stroke)),
    type: (text) => driver.perform(textActions(text)),
    run,
    all,
    see,
    seeNone: (role, name) =>
      until(`no ${role} ${name ?? ''} is left`, async () => (await all(role, name)).length === 0),
    read: (text) => until(`it says ${text}`, async () => text.test(await run(() => document.body.innerText))),
    untilFocused: (role, name) =>
      until(`the focus is on ${role} ${name ?? ''}`, async () =>
        (await all(role, name)).some(({ hasFocus }) => hasFocus),
      ),
    until,
  }
}
