import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Product, startProduct } from './product.ts'

interface Start {
  readonly environment?: Readonly<Record<string, string>>
  /** What it must hold before the first page is opened. */
  readonly prepare?: (product: Product) => Promise<unknown>
}

/** A market that is open whatever the time, from this IST instant on. */
export const openFrom = (start: string) => ({ MARKET_CLOCK: 'always', MARKET_START: start })

/** The built product and a browser, for the tests of the describe block it is called in. */
export const inBrowser = ({ environment, prepare }: Start) => {
  let product: Product | null = null
  let browser: Browser | null = null
  const running = <Part>(part: Part | null): Part => {
    if (part === null) throw new Error('asked for before it was started')
    return part
  }

  beforeAll(async () => {
    product = await startProduct(environment)
    await prepare?.(product)
    browser = await launchBrowser()
  })
  afterEach(() => Promise.all((browser?.contexts() ?? []).map((context) => context.close())))
  afterAll(async () => {
    await browser?.close()
    await product?.dispose()
  })

  return { product: () => running(product), browser: () => running(browser) }
}
