import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { formatSigned } from '../../../src/domain/format.ts'
import { Button } from '../../../src/views/kit/control/button.tsx'
import { Field, Select, Switch } from '../../../src/views/kit/control/field.tsx'
import { KeyCap } from '../../../src/views/kit/control/key-cap.tsx'
import { Segmented } from '../../../src/views/kit/control/segmented.tsx'
import { Tiles } from '../../../src/views/kit/layout/tiles.tsx'
import { PriceWidget } from '../../../src/views/kit/price/price-widget.tsx'
import { Signed } from '../../../src/views/kit/price/signed.tsx'
import { findBarriers } from '../../support/barriers.ts'

describe('a field', () => {
  test('ties its problem to itself in words', () => {
    render(<Field label="Entry" value="emma" problem="Column 1: expected an indicator" onChange={() => {}} />)
    const input = screen.getByRole('textbox', { name: 'Entry' })
    expect(input.getAttribute('aria-invalid')).toEqual('true')
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toEqual(
      'Column 1: expected an indicator',
    )
  })

  test('takes no more than its length allows', async () => {
    const user = userEvent.setup()
    const Typed = () => {
      const [text, setText] = useState('')
      return <Field label="Name" maxLength={3} value={text} onChange={setText} />
    }
    render(<Typed />)
    await user.type(screen.getByRole('textbox'), 'abcdef')
    expect((screen.getByRole('textbox') as HTMLInputElement).value).toEqual('abc')
  })
})

test('a switch is on or off by Space', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  render(<Switch label="Lift the limits" help="Longer runs" isOn={false} onChange={onChange} />)
  await user.tab()
  await user.keyboard(' ')
  expect(onChange.mock.calls).toEqual([[true]])
  expect(screen.getByRole('switch', { name: 'Lift the limits' }).getAttribute('aria-checked')).toEqual(
    'false',
  )
})

test('a choice of few is made with the arrow keys', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  const choices = [
    { value: 'buy', label: 'Long' },
    { value: 'sell', label: 'Short' },
  ] as const
  render(<Segmented label="Side" value="buy" choices={choices} onChange={onChange} />)
  await user.tab()
  await user.keyboard('{ArrowRight}')
  expect(onChange.mock.calls).toEqual([['sell']])
})

test('a list of choices answers one of its own values', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  const choices = [
    { value: 'min', label: '1 Minute' },
    { value: 'day', label: '1 Day' },
  ] as const
  render(<Select label="Interval" value="min" choices={choices} onChange={onChange} />)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Interval' }), '1 Day')
  expect(onChange.mock.calls).toEqual([['day']])
})

test.each([
  { keys: 'g h', caps: ['g', 'h'] },
  { keys: 'Ctrl K', caps: ['Ctrl', 'K'] },
])('keys $keys are printed one on each cap', ({ keys, caps }) => {
  render(<KeyCap keys={keys} />)
  expect([...document.querySelectorAll('kbd')].map((cap) => cap.textContent)).toEqual(caps)
})

test.each([
  { value: 12.5, text: '+12.50', tone: /up/ },
  { value: -12.5, text: '−12.50', tone: /down/ },
  { value: 0, text: '0.00', tone: /^ ?$/ },
  { value: null, text: '–', tone: /^ ?$/ },
])('a figure of $value says its direction by its sign, not by colour alone', ({ value, text, tone }) => {
  render(<Signed value={value} format={formatSigned} />)
  const figure = screen.getByText(text)
  expect(figure.className).toMatch(tone)
})

describe('a price', () => {
  test('shows last price, change, percent and direction', () => {
    const { container } = render(<PriceWidget lastPrice={25_942.1} change={108.35} percent={0.42} hasArrow />)
    expect(container.textContent).toEqual('25,942.10+108.35+0.42%')
    expect(container.querySelectorAll('svg').length).toEqual(1)
  })

  test('that waits to be confirmed stands beside the one before, with a sign and without a percent', () => {
    const doubt = { kind: 'held', price: 1_90_000 } as const
    const { container } = render(<PriceWidget lastPrice={1_00_000} percent={0.42} doubt={doubt} hasArrow />)
    expect(container.textContent).toEqual('1,00,000.001,90,000.00 unconfirmed')
    expect(container.querySelectorAll('svg').length).toEqual(1)
    expect(container.querySelector('[data-stale]')).not.toEqual(null)
  })

  test('flashes its direction when it moves', () => {
    const { container, rerender } = render(<PriceWidget lastPrice={100} />)
    const flash = () => container.querySelector('[data-flash]')?.getAttribute('data-flash') ?? null
    expect(flash()).toEqual(null)
    rerender(<PriceWidget lastPrice={99} />)
    expect(flash()).toEqual('down')
  })
})

test('controls have no barrier that axe knows', async () => {
  render(
    <main>
      <Button keys="e">Edit</Button>
      <Button icon="close" aria-label="Close" />
      <Field label="Entry" value="" help="A condition" onChange={() => {}} />
      <Switch label="Lift" isOn onChange={() => {}} />
      <Segmented label="Unit" value="a" choices={[{ value: 'a', label: 'A' }]} onChange={() => {}} />
    </main>,
  )
  expect(await findBarriers()).toEqual([])
})

test('tiles are no wider than one can read at a glance', () => {
  const tiles = [
    { label: 'Charges today', value: '₹120.00' },
    { label: 'Margin used', value: '₹9,000.00' },
  ]
  render(<Tiles label="Totals" tiles={tiles} />)
  expect(screen.getByRole('region', { name: 'Totals' }).querySelector('dl')?.style.maxWidth).toEqual('640px')
})
