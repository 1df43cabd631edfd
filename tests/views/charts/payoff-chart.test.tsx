import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { furtherPresets, presets } from '../../../src/domain/options/presets.ts'
import { PayoffChart } from '../../../src/views/charts/payoff/payoff-chart.tsx'
import { payoffShape } from '../../../src/views/charts/payoff/payoff-shape.ts'
import { PayoffThumbnail } from '../../../src/views/charts/payoff/payoff-thumbnail.tsx'

const curve = {
  prices: [90, 100, 110],
  atExpiry: [-500, 0, 500],
  onDay: [-300, 20, 340],
  breakevens: [100],
  spot: 101,
  expectedMove: 5,
}

describe('the payoff chart', () => {
  const show = () => {
    render(<PayoffChart curve={curve} day="today" summary="At best +₹500." />)
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

  const wordsOf = () => [...document.querySelectorAll('text')].map((one) => one.textContent)

  test('marks spot, break-even and one expected move to either side in words', async () => {
    show()
    await said()
    expect(wordsOf()).toEqual(expect.arrayContaining(['spot 101', '−1σ', '+1σ', '100']))
  })

  test('draws a stop and a target of the whole where the curves reach them', async () => {
    const exits = [
      { kind: 'stop', pnl: -400 },
      { kind: 'target', pnl: 5_000 },
      { kind: 'lock', pnl: 200 },
    ] as const
    render(<PayoffChart curve={curve} day="today" summary="" exits={exits} />)
    await said()
    expect(wordsOf()).toEqual(expect.arrayContaining(['stop −₹400', 'locked profit +₹200']))
    expect(wordsOf().join()).not.toContain('target')
    expect(document.querySelectorAll('line[class*=exit]')).toHaveLength(2)
  })

  test('names every break-even, those beyond the picture at its edge, and the day of its second curve', async () => {
    const user = userEvent.setup()
    const breakevens = [60, 99, 100, 101, 102, 150]
    render(<PayoffChart curve={{ ...curve, breakevens }} day="26 Nov" summary="" />)
    await said()
    expect(wordsOf()).toEqual(expect.arrayContaining(['‹ 60', '99', '100', '101', '102', '150 ›']))
    const labels = [...document.querySelectorAll('[class*=label]')]
    const places = labels.map((one) => `${one.getAttribute('x')} ${one.getAttribute('y')}`)
    expect([labels.length, new Set(places).size]).toEqual([6, 6])
    await user.tab()
    await user.keyboard('{End}')
    expect(await said()).toEqual('At 110.00: +₹500 at expiry, +₹340 26 Nov')
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
