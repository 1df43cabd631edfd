import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatSignedPercent } from '../../../src/domain/format.ts'
import { dayNumberToIstDate, type IstDate, istDateToDayNumber } from '../../../src/domain/time.ts'
import { EquityChart } from '../../../src/views/charts/equity-chart.tsx'
import { HeatMap } from '../../../src/views/charts/heat-map.tsx'
import { thin } from '../../../src/views/charts/thin.ts'
import { WeekdayBars } from '../../../src/views/charts/weekday-bars.tsx'

describe('thinning a line', () => {
  const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 400 })
  const limits = fc.integer({ min: 4, max: 80 })

  test('keeps the ends, the highest and the lowest point, the order, and the limit', () => {
    fc.assert(
      fc.property(values, limits, (all, limit) => {
        const points = all.map((value, index) => ({ value, place: index }))
        const kept = thin(points, limit, ({ value }) => value)
        const of = (some: readonly { value: number }[]) => some.map(({ value }) => value)
        expect(kept.length).toBeLessThanOrEqual(Math.max(limit, 4))
        expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)])
        expect([Math.min(...of(kept)), Math.max(...of(kept))]).toEqual([Math.min(...all), Math.max(...all)])
        expect(kept.map(({ place }) => place)).toEqual(
          [...new Set(kept.map(({ place }) => place))].sort((one, other) => one - other),
        )
      }),
    )
  })
})

describe('the equity chart', () => {
  const points = [
    { at: 1, equity: 0, drawdown: 0 },
    { at: 2, equity: 50, drawdown: 0 },
    { at: 3, equity: 20, drawdown: -30 },
  ]
  const show = () =>
    render(
      <EquityChart
        points={points}
        summary="Ends at 20."
        format={(value) => `${value} rupees`}
        formatShort={String}
        formatInstant={(at) => `day ${at}`}
      />,
    )
  const said = async () => {
    const chart = await screen.findByRole('slider', { name: 'Equity and drawdown' })
    return chart.getAttribute('aria-valuetext')
  }

  test('says in a sentence what it shows', async () => {
    show()
    expect(await said()).toEqual('Ends at 20.')
  })

  test.each([
    { keys: '{ArrowLeft}', text: 'day 3: 20 rupees, drawdown -30 rupees' },
    { keys: '{ArrowLeft}{ArrowLeft}', text: 'day 2: 50 rupees, drawdown 0 rupees' },
    { keys: '{Home}', text: 'day 1: 0 rupees, drawdown 0 rupees' },
    { keys: '{Home}{ArrowLeft}', text: 'day 1: 0 rupees, drawdown 0 rupees' },
    { keys: '{Home}{End}', text: 'day 3: 20 rupees, drawdown -30 rupees' },
    { keys: '{Home}{Escape}', text: 'Ends at 20.' },
  ])('$keys reads out $text', async ({ keys, text }) => {
    const user = userEvent.setup()
    show()
    await said()
    await user.tab()
    await user.keyboard(keys)
    expect(await said()).toEqual(text)
  })
})

describe('the heat map of daily returns', () => {
  const friday = istDateToDayNumber('2024-04-05' as IstDate)
  const days = [0, 1, 2, 3].map((ahead) => ({ day: dayNumberToIstDate(friday + ahead), percent: ahead - 1 }))

  test('leaves out Saturday and Sunday, and reads out the day under the cursor', async () => {
    const user = userEvent.setup()
    render(
      <HeatMap
        days={days}
        summary="4 days"
        format={({ day, percent }) => `${day} ${formatSignedPercent(percent)}`}
      />,
    )
    const map = screen.getByRole('slider', { name: 'Daily returns' })
    expect(map.getAttribute('aria-valuetext')).toEqual('4 days')
    await user.tab()
    await user.keyboard('{Home}')
    expect(map.getAttribute('aria-valuetext')).toEqual('2024-04-05 −1.00%')
    await user.keyboard('{ArrowDown}')
    expect(map.getAttribute('aria-valuetext')).toEqual('2024-04-08 +2.00%')
  })

  test('deepens its colour linearly up to a return of 100 percent, whatever the largest day is', () => {
    const monday = friday + 3
    const percents = [0, 1, -25, 100, 250]
    const { container } = render(
      <HeatMap
        days={percents.map((percent, ahead) => ({ day: dayNumberToIstDate(monday + ahead), percent }))}
        summary=""
        format={() => ''}
      />,
    )
    const depths = [...container.querySelectorAll('rect')].map((cell) =>
      cell.style.getPropertyValue('--depth'),
    )
    expect(depths).toEqual(['0%', '1%', '25%', '100%', '100%'])
  })
})

describe('weekday figures', () => {
  test('are written with their sign, an en dash where there is none', () => {
    const figure = { trades: 0, netPnl: 0 }
    render(
      <WeekdayBars
        figures={[
          { ...figure, label: 'Monday', meanReturn: 0.11 },
          { ...figure, label: 'Tuesday', meanReturn: null },
        ]}
        format={formatSignedPercent}
      />,
    )
    expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual(['+0.11%', '–'])
  })
})
