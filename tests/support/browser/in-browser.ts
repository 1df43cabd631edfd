import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Product, startProduct } from './product.ts'

interface Start {
  readonly environment?: Readonly<Record<string, string>>
  readonly prepare?: (product: Product) => Promise<unknown>
}

/** Always open, from this IST instant on. */
export const openFrom = (start: string) => ({ MARKET_CLOCK: 'always', MARKET_START: start })

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
