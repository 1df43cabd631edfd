import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Product, startProduct } from './product.ts'

interface Start {
  readonly environment?: Readonly<Record<string, string>>
  readonly prepare?: (product: Product) => Promise<unknown>
}

/** Always open, from this IST instant on. */
export const openFrom = (start: string) => ({ MARKET_CLOCK: 'always', MARKET_START: start })

const SHOWN_CHARACTERS = 1_500
/** Notices and questions first; the rest of a screen is long. */
const TELLING = '[role=dialog], [role=alertdialog], [role=alert], [role=status], [data-sonner-toast], footer'

const shownOn = async (page: Page): Promise<string> => {
  const texts = await Promise.all([
    page.locator(TELLING).allInnerTexts(),
    page.locator('main').allInnerTexts(),
  ]).catch((error: unknown) => [[String(error)]])
  const parts = texts.map((part) =>
    part
      .join('\n')
      .replace(/\s*\n\s*/g, ' | ')
      .slice(0, SHOWN_CHARACTERS),
  )
  return [page.url(), ...parts].join('\n')
}

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
  afterEach(async ({ task }) => {
    const contexts = browser?.contexts() ?? []
    // A failure on another machine is explained by what stood on the page then.
    if (task.result?.state === 'fail')
      for (const page of contexts.flatMap((context) => context.pages())) {
        const message = await shownOn(page)
        task.result.errors?.push({ name: 'Page', message, stack: message })
      }
    await Promise.all(contexts.map((context) => context.close()))
  })
  afterAll(async () => {
    await browser?.close()
    await product?.dispose()
  })

  return { product: () => running(product), browser: () => running(browser) }
}
