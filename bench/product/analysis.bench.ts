import { browserPath, launchBrowser } from '../../tests/support/browser/browser.ts'
import { openPage, signIn, typeLine } from '../../tests/support/browser/journey.ts'
import { startProduct } from '../../tests/support/browser/product.ts'
import { untilLive } from '../../tests/support/browser/trading-page.ts'
import { isBrief } from '../brief.ts'
import type { Report } from '../report.ts'
import { takeTasks, watchTasks } from './page-figures.ts'

const UNIVERSE = isBrief ? 'nifty50' : 'nifty500'
const SETTLES_MS = 5_000
const WATCHED_MS = isBrief ? 5_000 : 60_000
const TASK_MS_MAX = 50

/** The map of a universe while its prices move, after it has been drawn. */
export const bench = async (report: Report): Promise<void> => {
  if (browserPath === null) return report.note('left out: no Chromium on this machine')
  const product = await startProduct({ WARM_UP: 'on', MARKET_START: '2026-11-25 11:00' })
  const browser = await launchBrowser()
  try {
    const { page } = await openPage(browser)
    page.setDefaultTimeout(60_000)
    await signIn(page, product)
    await untilLive(page)
    await typeLine(page, `heat map ${UNIVERSE}`)
    await page.keyboard.press('Enter')
    await page.getByRole('slider', { name: 'Heat map by share' }).waitFor()
    await page.waitForTimeout(SETTLES_MS)
    await watchTasks(page)
    await page.waitForTimeout(WATCHED_MS)
    const tasks = await takeTasks(page)
    report.note(`the heat map of ${UNIVERSE}, live, for ${WATCHED_MS / 1000} s`)
    report.value({ name: `its tasks over ${TASK_MS_MAX} ms`, unit: '', value: tasks.length, goal: 0 })
    report.value({ name: 'the longest', unit: 'ms', value: Math.max(0, ...tasks), goal: TASK_MS_MAX })
  } finally {
    await browser.close()
    await product.dispose()
  }
}
