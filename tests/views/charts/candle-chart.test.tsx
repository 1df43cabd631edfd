import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Candles, emptyCandles } from '../../../src/domain/charts/candle.ts'
import { formatNumber } from '../../../src/domain/format.ts'
import type { LiveCandle } from '../../../src/market/live-candle.ts'
import { CandleChart } from '../../../src/views/charts/candle-chart/candle-chart.tsx'
import type {
  LineMovement,
  MovedTo,
  PriceLine,
} from '../../../src/views/charts/candle-chart/lines/price-line.ts'
import { fullInstant } from '../../../src/views/kit/instants.ts'

const FIRST = Date.parse('2026-11-23T09:15:00+05:30')

const rising = (rows: number): Candles => {
  const candles = emptyCandles(rows)
  for (let row = 0; row < rows; row++) {
    candles.time[row] = FIRST + row * 60_000
    candles.open[row] = 100 + row
    candles.high[row] = 102 + row
    candles.low[row] = 99 + row
    candles.close[row] = 101 + row
    candles.volume[row] = 10 * (row + 1)
  }
  return candles
}

/** jsdom draws nothing. */
beforeAll(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

const frames = (): Promise<void> =>
  act(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )

const show = async (more: Partial<Parameters<typeof CandleChart>[0]> = {}) => {
  const user = userEvent.setup()
  render(<CandleChart label="INFY, 1 Minute" seriesKey="one" candles={rising(60)} {...more} />)
  await frames()
  return user
}

const chart = () => screen.getByRole('application', { name: 'INFY, 1 Minute' })
const spoken = () => screen.getByRole('status').textContent

describe('the candle chart', () => {
  test('says in one sentence what it shows', async () => {
    await show()
    expect(document.getElementById(chart().getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'INFY, 1 Minute: 60 candles from 23 Nov 2026, 09:15 to 23 Nov 2026, 10:14, from 100.00 to 160.00 (+60.00%), lowest 99.00, highest 161.00.',
    )
  })

  test('says what is in sight after zooming and panning too', async () => {
    const user = await show()
    const summary = () =>
      document.getElementById(chart().getAttribute('aria-describedby') ?? '')?.textContent ?? ''
    const countOf = () => Number(/: (\d+) candles/.exec(summary())?.[1])
    chart().focus()
    await user.keyboard('++++')
    await vi.waitFor(() => expect(countOf()).toBeLessThan(60))
    const newest = summary()
    expect(newest).toContain('to 23 Nov 2026, 10:14')
    await user.keyboard('{Home}')
    await vi.waitFor(() => expect(summary()).toContain('candles from 23 Nov 2026, 09:15 to'))
    expect(summary()).not.toEqual(newest)
  })

  test('reads candle by candle with Shift and the arrows, and stops with Esc', async () => {
    const user = await show()
    await user.tab()
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    await frames()
    expect(spoken()).toContain('23 Nov 2026, 10:14: open 159.00, high 161.00, low 158.00, close 160.00')
    await user.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}')
    await frames()
    expect(spoken()).toContain('23 Nov 2026, 10:12: open 157.00')
    // Armed keys are disarmed by the same press: the chart keeps no Esc to itself.
    expect(chart().closest('[data-own-escape]')).toEqual(null)
    await user.keyboard('{Escape}')
    await frames()
    expect(spoken()).toEqual('')
  })

  test('says of an indicator that is not drawn why', async () => {
    await show({ problems: ['VWAP: no volume on an index'] })
    const list = screen.getByRole('list', { name: 'Indicators without values' })
    expect(within(list).getByRole('listitem').textContent).toEqual('VWAP: no volume on an index')
  })

  test('the table holds exactly the candles in sight, newest first', async () => {
    await show({ isTable: true })
    const grid = await screen.findByRole('grid', { name: 'INFY, 1 Minute: visible candles' })
    expect(grid.getAttribute('aria-rowcount')).toEqual('61')
    const rows = within(grid).getAllByRole('row').slice(1)
    const candles = rising(60)
    rows.forEach((row, index) => {
      const at = 59 - index
      const texts = [...row.querySelectorAll('[aria-colindex]')].map((cell) => cell.textContent)
      expect(texts.slice(0, 5)).toEqual([
        fullInstant(candles.time[at] ?? 0),
        ...(['open', 'high', 'low', 'close'] as const).map((name) => formatNumber(candles[name][at] ?? 0)),
      ])
    })
    expect(rows.length).toBeGreaterThan(10)
  })

  test('zooming in leaves fewer candles for the table', async () => {
    const user = userEvent.setup()
    function Both() {
      const [isTable, setTable] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setTable(true)}>
            table
          </button>
          <CandleChart label="INFY, 1 Minute" seriesKey="one" candles={rising(600)} isTable={isTable} />
        </>
      )
    }
    render(<Both />)
    await frames()
    chart().focus()
    await user.keyboard('0')
    await frames()
    await user.keyboard('++++')
    await frames()
    await user.click(screen.getByRole('button', { name: 'table' }))
    const grid = await screen.findByRole('grid', { name: 'INFY, 1 Minute: visible candles' })
    const count = Number(grid.getAttribute('aria-rowcount')) - 1
    expect(count).toBeGreaterThan(200)
    expect(count).toBeLessThan(300)
  })

  test('follows the candle in progress without being rendered again', async () => {
    let tell: (candle: LiveCandle) => void = () => {}
    const watchLive = (listener: (candle: LiveCandle) => void) => {
      tell = listener
      return () => {}
    }
    await show({ watchLive })
    const readout = () => chart().textContent
    expect(readout()).toContain('C160.00')
    tell({ time: FIRST + 59 * 60_000, open: 159, high: 165, low: 158, close: 164.5, volume: 900 })
    await frames()
    expect(readout()).toContain('C164.50')
    tell({ time: FIRST + 60 * 60_000, open: 164.5, high: 166, low: 164, close: 165.25, volume: 5 })
    await frames()
    expect(readout()).toContain('C165.25')
    expect(readout()).toContain('23 Nov 2026, 10:15')
  })

  test('asks for older candles when little is left before the first', async () => {
    const onOlder = vi.fn()
    const user = await show({ candles: rising(2_000), onOlder })
    expect(onOlder).not.toHaveBeenCalled()
    await user.tab()
    await user.keyboard('{Home}')
    await frames()
    expect(onOlder).toHaveBeenCalled()
  })

  describe('the line of an open order', () => {
    const line: PriceLine = {
      id: 'order 1',
      price: 140,
      label: 'Buy 75 LIMIT',
      kind: 'buy',
      isMovable: true,
      removal: 'Cancel this order?',
    }

    const sixty = rising(60)

    /** Holds the moved line as the machine does. */
    function MovableChart({ said }: { readonly said: (...words: readonly unknown[]) => void }) {
      const [moved, setMoved] = useState<MovedTo | null>(null)
      const movement: LineMovement = {
        moved,
        move: (id, price) => setMoved({ id, price, isSent: false, cost: 'margin ₹100', problem: null }),
        send: () => said('send', moved?.price),
        putBack: () => setMoved(null),
        remove: (id) => said('remove', id),
      }
      return (
        <CandleChart
          label="INFY, 1 Minute"
          seriesKey="one"
          candles={sixty}
          priceLines={[line]}
          movement={movement}
          tickSize={0.05}
        />
      )
    }

    const showMovable = async () => {
      const said = vi.fn()
      const user = userEvent.setup()
      render(<MovableChart said={said} />)
      await frames()
      await user.tab()
      await user.tab()
      const handle = screen.getByRole('slider', { name: 'Buy 75 LIMIT: price' })
      expect(document.activeElement).toBe(handle)
      return { said, user, handle }
    }

    test('is moved by ticks with the arrow keys, shows what it costs, and is sent with Enter', async () => {
      const { said, user, handle } = await showMovable()
      await user.keyboard('{Enter}')
      await user.keyboard('{ArrowUp}{ArrowUp}{Shift>}{ArrowDown}{/Shift}')
      expect(handle.getAttribute('aria-valuetext')).toMatch('139.60, Enter sends the change')
      const card = screen.getByRole('group', { name: 'Buy 75 LIMIT: change' })
      expect(card.textContent).toMatch('140.00 → 139.60')
      expect(card.textContent).toMatch('margin ₹100')
      expect(said).not.toHaveBeenCalled()
      await user.keyboard('{Enter}')
      expect(said.mock.calls).toEqual([['send', 139.6]])
    })

    test('goes back with Esc, by its button, and where it is moved to where it was', async () => {
      const { said, user, handle } = await showMovable()
      await user.keyboard('{ArrowUp}{Escape}{Enter}')
      expect(handle.getAttribute('aria-valuenow')).toEqual('140')
      await user.keyboard('{ArrowUp}')
      await user.click(screen.getByRole('button', { name: /Put back/ }))
      expect(handle.getAttribute('aria-valuenow')).toEqual('140')
      expect(document.activeElement).toBe(handle)
      await user.keyboard('{ArrowUp}{ArrowDown}')
      expect(screen.queryByRole('group')).toEqual(null)
      expect(said).not.toHaveBeenCalled()
    })

    test('dragged and let go, waits for Enter or its button', async () => {
      const { said, user, handle } = await showMovable()
      await user.pointer([
        { keys: '[MouseLeft>]', target: handle, coords: { clientX: 500, clientY: 100 } },
        { target: handle, coords: { clientX: 500, clientY: 60 } },
        { keys: '[/MouseLeft]', target: handle },
      ])
      const moved = Number(handle.getAttribute('aria-valuenow'))
      expect(moved).not.toEqual(140)
      expect(said).not.toHaveBeenCalled()
      await user.click(screen.getByRole('button', { name: /Send/ }))
      expect(said.mock.calls).toEqual([['send', moved]])
      await user.keyboard('{Escape}')
      expect(handle.getAttribute('aria-valuenow')).toEqual('140')
      expect(document.activeElement).toBe(handle)
    })

    test('moves by as much as the pointer, wherever its label was taken, and not by another button', async () => {
      const { user, handle } = await showMovable()
      const dragged = async (from: number, to: number, button = '[MouseLeft]') => {
        await user.pointer([
          { keys: button.replace(']', '>]'), target: handle, coords: { clientX: 500, clientY: from } },
          { target: handle, coords: { clientX: 500, clientY: to } },
          { keys: button.replace('[', '[/'), target: handle },
        ])
        const price = Number(handle.getAttribute('aria-valuenow'))
        await user.keyboard('{Escape}')
        return price
      }
      const moved = await dragged(100, 60)
      expect(moved).not.toEqual(140)
      expect(await dragged(109, 69)).toEqual(moved)
      expect(await dragged(100, 100)).toEqual(140)
      expect(await dragged(100, 60, '[MouseRight]')).toEqual(140)
    })

    test('is cancelled by Backspace and Enter, and not by Backspace alone', async () => {
      const { said, user } = await showMovable()
      await user.keyboard('{Backspace}')
      expect(screen.getByText('Cancel this order?')).toBeDefined()
      await user.keyboard('{Escape}{Enter}')
      expect(said).not.toHaveBeenCalled()
      await user.keyboard('{Backspace}{Enter}')
      expect(said.mock.calls).toEqual([['remove', 'order 1']])
      await user.keyboard('{Backspace}')
      await user.click(screen.getByRole('button', { name: /^No/ }))
      expect(screen.queryByText('Cancel this order?')).toEqual(null)
      await user.keyboard('{Backspace}')
      await user.click(screen.getByRole('button', { name: /^Yes/ }))
      expect(said.mock.calls).toHaveLength(2)
    })
  })
})
