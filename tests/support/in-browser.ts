import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { importNifty } from './journey.ts'
import { type Product, startProduct } from './product.ts'

/** The built product with real candles and a browser, for the tests of the describe block it is called in. */
export const inBrowser = (): { readonly product: () => Product; readonly browser: () => Browser } => {
  let product: Product | null = null
  let browser: Browser | null = null
  const running = <Part>(part: Part | null): Part => {
    if (part === null) throw new Error('asked for before it was started')
    return part
  }

  beforeAll(async () => {
    product = await startProduct()
    await importNifty(product)
    browser = await launchBrowser()
  })
  afterEach(() => Promise.all((browser?.contexts() ?? []).map((context) => context.close())))
  afterAll(async () => {
    await browser?.close()
    await product?.dispose()
  })

  return { product: () => running(product), browser: () => running(browser) }
}
