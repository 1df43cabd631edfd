import { resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, launchBrowser } from '../support/browser/browser.ts'
import { openFrom } from '../support/browser/in-browser.ts'
import { openPage, signIn as signInToChromium, theLine, tile, typeLine } from '../support/browser/journey.ts'
import { type Product, type SignIn, startProduct } from '../support/browser/product.ts'
import type { OtherBrowser } from '../support/other-browsers/driver.ts'
import { otherBrowsers } from '../support/other-browsers/installed.ts'
import {
  answerLine,
  goTo,
  signIn,
  typeLine as typeLineIn,
  untilItTicks,
  untilLive,
} from '../support/other-browsers/journey.ts'
import { type DrivenPage, drivePage } from '../support/other-browsers/page.ts'

/** Three days of real minutes, which every clone has. */
const threeDays = resolve(import.meta.dirname, '../vectors/candles/NIFTY_1min_2024-04.csv')
const OWN_PASSWORD = 'a quiet day at the exchange'

const figureNames = ['Net P&L', 'Sharpe', 'Max drawdown', 'Win rate', 'Profit factor', 'Charges paid']
const figures = ['−₹5,298', '−14.57', '−₹5,298', '50.0%', '0.24', '₹1,301']

const isAnyInstalled = otherBrowsers.some(({ launch }) => launch !== null)

describe.skipIf(!isAnyInstalled)('the console in other browsers', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct(openFrom('2026-11-25 10:00'))
    const options = [
      '--symbol',
      'INDICES_NIFTY 50',
      '--interval',
      'min',
      '--outside-session',
      'skip',
      '--yes',
    ]
    const { code, output } = await product.importFiles(['candles', threeDays, ...options])
    if (code !== 0) throw new Error(output)
  })
  afterAll(() => product.dispose())

  test.skipIf(browserPath === null)('Chromium has the figures that the others are held to', async () => {
    const browser = await launchBrowser()
    try {
      const { page } = await openPage(browser)
      await signInToChromium(page, product)
      await typeLine(page, theLine)
      await page
        .getByRole('dialog', { name: 'Command line' })
        .getByText('imported', { exact: true })
        .waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('saved', { exact: true }).waitFor()
      expect(await Promise.all(figureNames.map((name) => tile(page, name).innerText()))).toEqual(figures)
    } finally {
      await browser.close()
    }
  })

  for (const { name, launch } of otherBrowsers) {
    const title = launch === null ? `${name} is not installed, so its journeys are skipped` : name
    const retry = { count: 5, condition: (error: { name?: string }) => error.name === 'DriverHangs' }
    describe.skipIf(launch === null)(title, { retry }, () => {
      let browser: OtherBrowser
      let user: SignIn
      let page: DrivenPage
      let closeTab = async (): Promise<void> => {}
      // A test that is begun again adds another.
      let newcomers = 0

      beforeAll(async () => {
        if (launch === null) return
        browser = await launch()
        user = await product.addUser(`${name}-trader`.toLowerCase())
      })
      afterAll(() => browser.close())
      afterEach(async () => {
        await closeTab()
        closeTab = async () => {}
      })

      const openTab = async (): Promise<void> => {
        const driver = await browser.openTab()
        closeTab = driver.close
        page = drivePage(driver)
        await page.open(product.address)
      }
      const enter = async (): Promise<void> => {
        await openTab()
        await signIn(page, user)
        await untilLive(page)
      }

      test('one signs in with the printed password, chooses another, and is signed in after a reload', async () => {
        newcomers += 1
        const newcomer = await product.addNewcomer(`${name}-newcomer-${newcomers}`.toLowerCase())
        await openTab()
        await signIn(page, newcomer)
        await page.untilFocused('textbox', 'Current password')
        await page.type(newcomer.password)
        for (const again of [OWN_PASSWORD, OWN_PASSWORD]) {
          await page.press('Tab')
          await page.type(again)
        }
        await page.press('Enter')
        await untilLive(page)
        await page.reload()
        await untilLive(page)
        expect(await page.all('textbox', 'User')).toEqual([])
        expect(await page.complaints()).toEqual([])
      })

      test('an option bought by a line fills, is a position, and is exited by one key', async () => {
        await enter()
        await typeLineIn(page, 'buy 1l nifty atm ce @mkt mis')
        await page.see('dialog', 'Command line', /^position after/im)
        await answerLine(page)
        await page.read(/Order Placed Successfully/)
        await goTo(page, 'b')
        await page.see('row', '', /NIFTY[\s\S]*CE[\s\S]*COMPLETE/)
        await goTo(page, 'p')
        await page.see('row', '', /NIFTY[\s\S]*CE[\s\S]*MIS[\s\S]*\+65/)
        await page.press('j')
        await page.untilFocused('row')
        await page.press('x')
        await page.read(/No open positions/)
        expect(await page.complaints()).toEqual([])
      })

      test('a backtest has the figures of Chromium', async () => {
        await enter()
        await typeLineIn(page, theLine)
        await page.see('dialog', 'Command line', /\bimported\b/i)
        await page.press('Enter')
        await page.until('the run is saved', () => page.run(() => location.search.includes('slug=')))
        await page.read(/imported candles/i)
        const readFigures = () =>
          page.run(
            (names) =>
              names.map((wanted) => {
                const terms = [...document.querySelectorAll<HTMLElement>('section[aria-label=Report] dt')]
                const value = terms.find((term) => term.textContent.includes(wanted))?.nextElementSibling
                return value instanceof HTMLElement ? value.innerText : null
              }),
            figureNames,
          )
        // The parts of a report are painted one after the other.
        await page.until('all figures are shown', async () =>
          (await readFigures()).every((figure) => figure !== null),
        )
        expect(await readFigures()).toEqual(figures)
        expect(await page.complaints()).toEqual([])
      })

      test('a chart moves with the market, and again after one has gone back and forward', async () => {
        await enter()
        await page.press('g')
        await page.press('v')
        const chart = () => page.see('application', '', /\d/)
        const untilChartMoves = async () => {
          const { text } = await chart()
          await page.until('the chart moves', async () => (await chart()).text !== text)
        }
        await untilChartMoves()
        await goTo(page, 'p')
        await page.travel(-1)
        await untilChartMoves()
        await page.travel(1)
        await page.see('heading', /^Positions/)

        // Another document, so that the whole page goes into the browser's history and comes out of it.
        await page.open(`${product.address}/docs`)
        await page.travel(-1)
        await untilLive(page)
        await untilItTicks(page)
        await typeLineIn(page, 'buy 1 sbin @mkt mis')
        await page.see('dialog', 'Command line', /^position after/im)
        await answerLine(page)
        await page.see('row', '', /SBIN[\s\S]*MIS/)
        await page.travel(1)
        await page.travel(-1)
        await untilLive(page)
        await untilItTicks(page)
        expect(await page.complaints()).toEqual([])
      })

      test('keys of the console open no menu and no search bar, and the kill switch is heard after them', async () => {
        await enter()
        await page.run(() => {
          const presses: KeyboardEvent[] = []
          Object.assign(window, { presses })
          addEventListener('keydown', (event) => void presses.push(event), true)
        })
        const height = await page.run(() => innerHeight)
        const strokes = ['Alt+p', 'Alt+t', "'", '/']
        for (const stroke of strokes) await page.press(stroke)
        const kept = await page.run(() =>
          (window as unknown as { presses: KeyboardEvent[] }).presses
            .filter(({ key }) => key !== 'Alt')
            .map(({ key, defaultPrevented }) => [key, defaultPrevented] as const),
        )
        expect(kept).toEqual([
          ['p', true],
          ['t', true],
          ["'", true],
          ['/', true],
        ])
        await goTo(page, 'p')
        // A search bar of the browser takes its height from the page.
        expect(await page.run(() => innerHeight)).toEqual(height)
        // Out of a text field too.
        await goTo(page, 'm')
        await page.see('button', /^Buy \d/)
        await page.press('/')
        await page.untilFocused('combobox')
        await page.press('Escape')
        await page.until('the cursor has left the field', async () =>
          (await page.all('combobox')).every(({ hasFocus }) => !hasFocus),
        )
        await page.press('Control+Shift+X')
        await page.see('alertdialog')
        expect(await page.complaints()).toEqual([])
      })

      test('the form of a backtest takes days written as in India, and an instrument by Enter', async () => {
        await enter()
        await goTo(page, 't')
        const { text, placeholder } = await page.see('textbox', 'From')
        expect([text, placeholder]).toEqual(['', 'DD MMM YYYY'])
        await page.until('the cursor is in From', async () => {
          const [from] = await page.all('textbox', 'From')
          if (from?.hasFocus !== true) await page.press('Tab')
          return from?.hasFocus === true
        })
        await page.type('1/4/2024')
        await page.press('Tab')
        await page.type('28 jun 24')
        await page.press('Tab')
        expect((await page.see('textbox', 'From', /[a-z]/)).text).toEqual('01 Apr 2024')
        expect((await page.see('textbox', 'To', /[a-z]/)).text).toEqual('28 Jun 2024')
        await page.until('the cursor is in Instruments', async () => {
          const [instruments] = await page.all('combobox', /^Instruments/)
          if (instruments?.hasFocus !== true) await page.press('Shift+Tab')
          return instruments?.hasFocus === true
        })
        await page.type('nifty 50')
        await page.press('Enter')
        await page.see('button', 'Remove NIFTY 50')
        expect(await page.complaints()).toEqual([])
      })
    })
  }
})
