import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { importNifty, openPage, signIn, theLine, typeLine } from '../support/browser/journey.ts'
import { TEST_MS } from '../support/limits.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds: rule, and the places. */
const findFaults = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { violations } = await (
      window as unknown as {
        axe: {
          run: (options: object) => Promise<{
            violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[]
          }>
        }
      }
    ).axe.run({ resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.split('\n')[1]}`,
      ),
    )
  })

/** Addresses, and the title by which a screen is known to be shown. */
const screens = [
  ['/', 'Home'],
  ['/backtest', 'Backtest'],
  ['/sweep', 'Sweep'],
  ['/settings', 'Appearance, settings'],
  ['/settings?section=data', 'Data, settings'],
  ['/support', 'Support'],
  ['/markets', 'NIFTY 50 Scalper'],
  ['/option-chain', 'NIFTY 50 option chain'],
  ['/trading-view', 'NIFTY 50 5 Minutes Chart'],
  ['/analyze', 'Analyze NIFTY 50'],
  ['/dashboard', 'Dashboard'],
  ['/journal', 'Journal'],
  ['/funds', 'Funds'],
  ['/funds?part=tax', 'Funds'],
  ['/intro?page=options', 'First steps'],
  ['/trainer', 'Key trainer'],
  ['/drills', 'Drills'],
  ['/order-book', 'Order book'],
  ['/gtt', 'GTT orders'],
  ['/positions', 'Positions'],
  ['/holdings', 'Holdings'],
  ['/order-window', 'Order window'],
  ['/order-window?tab=basket', 'Basket'],
  ['/equity-search', 'Instrument search'],
  ['/watchlist', 'Watchlist'],
  ['/notifications', 'Notifications'],
  ['/settings?section=trading', 'Trading, settings'],
  ['/settings?section=webhook', 'Webhook, settings'],
  ['/strategy?defaultType=equity', 'New equity strategy'],
  ['/my-strategies', 'My strategies'],
  ['/discover-strategies', 'Sample strategies'],
  ['/scanner', 'New scanner'],
  ['/my-scanners', 'My scanners'],
  ['/discover-scanners', 'Sample scanners'],
  ['/live-alerts', 'Live scanners'],
  ['/scanner-details', 'Alert log'],
  ['/no-such-page', 'Screen not found'],
] as const

const viewports = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

describe.skipIf(browserPath === null)('axe finds nothing', () => {
  const { product, browser } = inBrowser({ prepare: importNifty })

  /** As going back and forward does, without loading the console anew. */
  const open = async (page: Page, path: string, title: string): Promise<void> => {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await page.waitForFunction((shown) => document.title === shown, `${title} · sauda`)
  }

  const settled = async (page: Page): Promise<void> => {
    await page.getByRole('main').waitFor()
    await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
    await page.evaluate(async () => {
      await document.fonts.ready
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)))
    })
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  }

  describe.each(['light', 'dark'])('%s', (theme) => {
    test.each(viewports)(
      'at $width pixels',
      async (viewport) => {
        const { page } = await openPage(browser(), viewport)
        await page.goto(product().address)
        await page.getByRole('textbox', { name: 'User' }).waitFor()
        await page.evaluate((name) => {
          document.documentElement.dataset.theme = name
        }, theme)
        await settled(page)
        const faults: Record<string, string[]> = { 'sign-in': await findFaults(page) }

        await signIn(page, product())
        await typeLine(page, `theme ${theme}`)
        await page.keyboard.press('Enter')
        await page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme)
        // A contrast does not depend on the width, so that one width has the other colours.
        const colours = viewport.width < 700 ? 'blueOrange' : 'greenRed'
        await typeLine(page, `gain colours ${colours === 'blueOrange' ? 'blue orange' : 'green red'}`)
        await page.keyboard.press('Enter')
        await page.waitForFunction((name) => document.documentElement.dataset.colours === name, colours)
        for (const [path, title] of screens) {
          await open(page, path, title)
          await settled(page)
          faults[path] = await findFaults(page)
        }
        await typeLine(page, theLine)
        await page
          .getByRole('dialog', { name: 'Command line' })
          .getByText('imported', { exact: true })
          .waitFor()
        await settled(page)
        faults.palette = await findFaults(page)
        await page.keyboard.press('Enter')
        await page.getByText('saved', { exact: true }).waitFor()
        await settled(page)
        faults.report = await findFaults(page)
        await page.keyboard.press('?')
        await page.getByRole('dialog').waitFor()
        await settled(page)
        faults.help = await findFaults(page)
        await page.keyboard.press('Escape')
        await open(page, '/strategy?defaultType=equity', 'New equity strategy')
        await page.getByRole('button', { name: 'ema(close,9) crosses above ema(close,21)' }).click()
        await page.getByRole('list', { name: 'Enter when' }).getByRole('listitem').waitFor()
        await settled(page)
        faults.rule = await findFaults(page)

        const none = Object.fromEntries(Object.keys(faults).map((name) => [name, []]))
        expect(faults).toEqual(none)
      },
      TEST_MS,
    )
  })
})

const textSpacing =
  '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }'

interface RailName {
  readonly name: string
  readonly isCut: boolean
  readonly height: number
}

const namesOfRail = (page: Page): Promise<RailName[]> =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .locator('span:not([aria-hidden])')
    .evaluateAll(async (names) => {
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)))
      return names.map((one) => ({
        name: one.textContent ?? '',
        isCut: one.scrollWidth > one.clientWidth,
        height: one.getBoundingClientRect().height,
      }))
    })

describe.skipIf(browserPath === null)('the rail', () => {
  const { product, browser } = inBrowser({})

  test('has each name on one line, and cuts none with the text spacing of WCAG 1.4.12', async () => {
    const { page } = await openPage(browser())
    await signIn(page, product())
    const before = await namesOfRail(page)
    expect(before.length).toBeGreaterThan(10)
    expect(new Set(before.map(({ height }) => height)).size).toBe(1)

    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets = [sheet]
    }, textSpacing)
    const spaced = await namesOfRail(page)
    expect(Math.max(...spaced.map(({ height }) => height))).toBeGreaterThan(before[0]?.height ?? 0)
    expect(spaced.filter(({ isCut }) => isCut)).toEqual([])
  })
})
