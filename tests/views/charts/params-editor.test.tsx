import { screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ParamsEditor } from '../../../src/views/charts/candle-chart/head/params-editor.tsx'
import { type ConsoleBench, consolesOver } from '../../support/console.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { showScreen } from '../../support/view.tsx'

let server: TestServer
let bench: ConsoleBench

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
})
afterEach(() => bench.close())

const edit = (indicator: string) => {
  const changes: string[] = []
  const user = showScreen(bench.open('/'), () => (
    <ParamsEditor indicator={indicator} onChange={(changed) => changes.push(changed)} />
  ))
  return { user, changes }
}

describe('the parameters of a line on the chart', () => {
  test('an average of an RSI keeps what it is of, until a field is chosen', async () => {
    const { user, changes } = edit('ema(rsi(14),9)')
    const field = screen.getByRole('combobox', { name: 'Field' })
    expect(field).toHaveProperty('selectedOptions.0.textContent', 'rsi(14)')
    const period = screen.getByRole('spinbutton', { name: 'Period' })
    await user.clear(period)
    await user.type(period, '5')
    expect(changes.at(-1)).toBe('ema(rsi(14),5)')
    await user.selectOptions(field, 'high')
    expect(changes.at(-1)).toBe('ema(high,5)')
  })

  test('a calculation is changed as text, and what cannot be read says so and changes nothing', async () => {
    const { user, changes } = edit('close - 2 * atr(14)')
    const text = screen.getByRole('textbox', { name: 'Calculation or rule' })
    await user.clear(text)
    await user.type(text, 'close - 3 * atr({Enter}')
    expect(text.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(/Expected/)).toBeTruthy()
    expect(changes).toEqual([])
    await user.type(text, '14){Enter}')
    expect(changes).toEqual(['close - 3 * atr(14)'])
  })
})
