import { writeFileSync } from 'node:fs'
import { startProduct } from './support/browser/product.ts'
import { launchBrowser } from './support/browser/browser.ts'
import { openPage, signIn, typeLine } from './support/browser/journey.ts'
import { goTo, untilLive } from './support/browser/trading-page.ts'
const product = await startProduct({ MARKET_START: '2026-11-25 11:00', WARM_UP: 'on' })
const browser = await launchBrowser()
const { page } = await openPage(browser)
try {
await signIn(page, product); await untilLive(page)
await goTo(page, 'h')
await typeLine(page, process.argv[2] ?? '')
await page.waitForTimeout(500)
const cdp = await page.context().newCDPSession(page)
await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 1000 })
await page.evaluate(() => { (window as any).__t = []; new PerformanceObserver((l) => { for (const e of l.getEntries()) (window as any).__t.push([Math.round(e.startTime), Math.round(e.duration)]) }).observe({ type: 'longtask' }) })
await cdp.send('Profiler.start')
const reqs: [string, number, number, number][] = []
page.on('requestfinished', (r) => { const t = r.timing(); reqs.push([new URL(r.url()).pathname.slice(-24), Math.round(t.startTime % 1e6), Math.round(t.responseStart), Math.round(t.responseEnd)]) })
const t0 = performance.now()
await page.keyboard.press('Enter')
await page.locator('[class*=badges]').getByText('saved').first().waitFor({ timeout: 110000 })
await page.waitForTimeout(1500)
console.log('saved', Math.round(performance.now() - t0))
const by = new Map<string, number[]>(); for (const [p, , s, e] of reqs) by.set(p, [...(by.get(p) ?? []), e]); for (const [p, l] of by) console.log(p, l.length, 'median', l.sort((a, b) => a - b)[l.length >> 1], 'sum', l.reduce((a, b) => a + b, 0)); const base = reqs[0]?.[1] ?? 0; console.log(reqs.slice(60, 90).map(([p, s, r, e]) => p.slice(-12) + ' ' + (s - base) + '+' + r + '/' + e).join(' | '))
const log = page.getByRole('grid', { name: 'Trade log' })
if (process.argv[3] === 'walk') { await cdp.send('Profiler.stop'); await page.evaluate(() => { (window as any).__t.length = 0 }); await cdp.send('Profiler.start'); await log.getByRole('columnheader', { name: 'Entry' }).click(); await page.waitForTimeout(400)
for (const key of ['End', 'PageUp', 'Home', 'ArrowDown', 'ArrowDown']) { await page.keyboard.press(key); await page.waitForTimeout(400) } }
const { profile } = await cdp.send('Profiler.stop')
writeFileSync('/tmp/t/prof.json', JSON.stringify(profile))
const tasks = await page.evaluate(() => (window as any).__t)
console.log(tasks.length, 'long', JSON.stringify(tasks.sort((a: number[], b: number[]) => b[1] - a[1]).slice(0, 15)))
} finally { await browser.close(); await product.dispose() }
process.exit(0)
