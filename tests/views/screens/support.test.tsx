import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { indicators } from '../../../src/domain/charts/indicators.ts'
import { findBarriers } from '../../support/barriers.ts'
import { FACT_MS } from '../../support/limits.ts'
import { overServer } from '../../support/over-server.ts'
import { showApp } from '../../support/view.tsx'

const SLOW = { timeout: FACT_MS }
const csv = readFileSync(join(import.meta.dirname, '../../../public/indicators/indicators.csv'), 'utf8')

const { password, bench } = overServer()

const openSupport = async (file: () => Response) => {
  bench().answerInstead(({ path }) => (path === '/indicators/indicators.csv' ? file() : null))
  const opened = bench().open('/support')
  const user = showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`asha{Tab}${password()}{Enter}`)
  await screen.findByRole('heading', { level: 1, name: 'Support' }, SLOW)
  const guide = opened.console.actors.indicatorGuide
  await waitFor(() => expect(['known', 'failed']).toContain(guide.getSnapshot().value), SLOW)
  return opened
}

const said = (signature: string): string | undefined =>
  screen.getByText(signature).closest('div')?.querySelector('dd')?.textContent?.trim()

const pictures = () => [...document.querySelectorAll('dd > img')].map((image) => image.getAttribute('src'))

describe('the list of indicators', () => {
  test('says of each what the indicator file says, with its picture', async () => {
    const { console, tab } = await openSupport(() => new Response(csv))
    await waitFor(() =>
      expect(said('rsi(period)')).toEqual(
        'RSI Relative strength index of the close, 0 to 100, with Wilder smoothing. drawn as a line in a pane of its own, first value on candle 15',
      ),
    )
    expect(pictures()).toEqual(indicators.map(({ key }) => `/indicators/${key}.svg`))
    expect(console.environment().indicatorGuide?.get('vwap')?.trend).toEqual('any')
    expect(tab.logged.filter((text) => /CSV|indicators/.test(text))).toEqual([])
    expect(await findBarriers()).toEqual([])
  })

  test('has their names alone where the file does not come, and the log says why', async () => {
    const { tab } = await openSupport(() => new Response('', { status: 404, statusText: 'Not Found' }))
    expect(tab.logged).toContain('Failed to fetch CSV: Not Found')
    expect(said('rsi(period)')).toEqual('RSI')
    expect(pictures().length).toEqual(indicators.length)
  })
})
