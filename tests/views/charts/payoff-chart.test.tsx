import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { furtherPresets, presets } from '../../../src/domain/options/presets.ts'
import { PayoffChart } from '../../../src/views/charts/payoff-chart.tsx'
import { payoffShape } from '../../../src/views/charts/payoff-shape.ts'
import { PayoffThumbnail } from '../../../src/views/charts/payoff-thumbnail.tsx'

const curve = {
  prices: [90, 100, 110],
  atExpiry: [-500, 0, 500],
  today: [-300, 20, 340],
  breakevens: [100],
  spot: 101,
}

describe('the payoff chart', () => {
  const show = () => {
    render(<PayoffChart curve={curve} summary="At best +₹500." />)
    return userEvent.setup()
  }
  const said = async () =>
    (await screen.findByRole('slider', { name: 'Payoff' })).getAttribute('aria-valuetext')

  test('says in a sentence what it shows', async () => {
    show()
    expect(await said()).toEqual('At best +₹500.')
  })

  test.each([
    ['{Home}', 'At 90.00: −₹500 at expiry, −₹300 today'],
    ['{Home}{ArrowRight}', 'At 100.00: ₹0 at expiry, +₹20 today'],
    ['{End}', 'At 110.00: +₹500 at expiry, +₹340 today'],
    ['{End}{Escape}', 'At best +₹500.'],
  ])('%s reads out %s', async (keys, text) => {
    const user = show()
    await said()
    await user.tab()
    await user.keyboard(keys)
    expect(await said()).toEqual(text)
  })

  test('marks spot and break-even in words', async () => {
    show()
    await said()
    const words = [...document.querySelectorAll('text')].map((one) => one.textContent)
    expect(words.filter((text) => text === 'spot 101' || text === '100').length).toBeGreaterThanOrEqual(2)
  })
})

describe('thumbnails', () => {
  const shapeOf = (key: string) => {
    const found = [...presets, ...furtherPresets].find((one) => one.key === key)
    const points = payoffShape(found?.legs ?? [])
    return [points[0], points[Math.floor(points.length / 2)], points.at(-1)].map((point) =>
      Math.sign(point?.pnl ?? 0),
    )
  }

  test.each([
    ['buy_call', [-1, -1, 1]],
    ['buy_put', [1, -1, -1]],
    ['short_straddle', [-1, 1, -1]],
    ['long_straddle', [1, -1, 1]],
    ['short_iron_condor', [-1, 1, -1]],
    ['long_calendar_with_calls', [-1, 1, -1]],
  ])('%s loses and gains where it does', (key, signs) => {
    expect(shapeOf(key)).toEqual(signs)
  })

  test('are drawn for every preset, without a number that is none', () => {
    const all = [...presets, ...furtherPresets]
    for (const { legs } of all) render(<PayoffThumbnail legs={legs} />)
    const paths = [...document.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '')
    expect([paths.length, paths.filter((path) => path === '' || /NaN|Infinity/.test(path))]).toEqual([
      all.length * 3,
      [],
    ])
  })
})
