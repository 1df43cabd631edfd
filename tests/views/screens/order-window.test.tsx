import { render, screen, waitFor, within } from '@testing-library/react'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { describe, expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { plainDraft } from '../../../src/domain/orders/order-draft.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { ConsoleProvider } from '../../../src/views/kit/console.tsx'
import { LegRow } from '../../../src/views/screens/order-window/basket/leg-row.tsx'
import { findBarriers } from '../../support/barriers.ts'
import { overServer } from '../../support/over-server.ts'
import { enterApp } from '../../support/view.tsx'

const { password, bench } = overServer()

const enter = async (path: string) => {
  const opened = bench().open(path)
  const user = await enterApp(opened, password())
  return { user, ...opened }
}

const infy = 'NSE_INFY' as InstrumentId
const tcs = 'NSE_TCS' as InstrumentId
const nifty = 'INDICES_NIFTY 50' as InstrumentId
const focused = () => document.activeElement

describe('the order window', () => {
  test('by keyboard alone an order is written, found fault with, restated and sent', async () => {
    const { user, console } = await enter('/order-window')
    expect(focused()).toEqual(screen.getByRole('heading', { level: 1, name: 'Order window' }))
    expect(await findBarriers()).toEqual([])
    console.run({ command: 'order.ticket', args: { instrument: infy, side: 'buy' } })
    const quantity = await screen.findByRole('spinbutton', { name: 'Quantity' })

    // Single keys choose the side where nothing is typed, and are letters where something is.
    await user.keyboard('s')
    expect(await screen.findByRole('button', { name: /^Sell/, pressed: true })).not.toEqual(null)
    await user.keyboard('b')
    await screen.findByRole('button', { name: /^Buy/, pressed: true })

    quantity.focus()
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect((quantity as HTMLInputElement).value).toEqual('3')
    const needs = await screen.findByRole('region', { name: 'Margin and charges' })
    expect(within(needs).getByText('Required margin').nextElementSibling?.textContent).toMatch(
      /^₹[\d,]+\.\d\d$/,
    )
    expect(await findBarriers()).toEqual([])

    await user.click(screen.getByRole('radio', { name: 'LIMIT' }))
    const price = screen.getByRole('spinbutton', { name: 'Price' })
    await user.clear(price)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(focused()).toEqual(price))
    expect(price.getAttribute('aria-invalid')).toEqual('true')
    expect(document.getElementById(price.getAttribute('aria-describedby') ?? '')?.textContent).toEqual(
      'Enter a limit price',
    )

    await user.keyboard('100{Enter}')
    const sentence = 'Buy 3 units of INFY, MIS, at ₹100.00, for the day.'
    await screen.findByText(sentence)
    await user.keyboard('{Escape}')
    await screen.findByRole('spinbutton', { name: 'Quantity' })
    screen.getByRole('spinbutton', { name: 'Quantity' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByText(sentence)
    await waitFor(() => expect(focused()?.textContent).toMatch(/^Buy 3 units/))
    expect(await findBarriers()).toEqual([])
    await user.keyboard('{Enter}')

    const sent = await screen.findByRole('list', { name: 'Orders in flight' })
    await waitFor(() => expect(within(sent).getByText(/^(Order Sent|Failed)$/)).not.toEqual(null))
    expect(console.actors.placements.getSnapshot().context.placements.length).toEqual(1)
    expect(focused()).toEqual(screen.getByRole('heading', { level: 1 }))
  })

  test('offers no market order for a stock option, and says why', async () => {
    const { user, console } = await enter('/order-window')
    const index = console.instruments()
    const [expiry] = index?.expiriesOf(infy) ?? []
    const [call] = index?.optionsOf(infy, expiry as IstDate, 'CE') ?? []
    const instrument = call?.id as InstrumentId
    console.run({ command: 'order.ticket', args: { instrument, side: 'buy' } })
    const type = await screen.findByRole('group', { name: 'Type' })
    expect(
      within(type)
        .getAllByRole('radio')
        .map((radio) => radio.parentElement?.textContent),
    ).toEqual(['LIMIT', 'SL'])
    screen.getByText('Market orders are blocked for stock options. Use a Limit order.')
    const price = screen.getByRole('spinbutton', { name: 'Price' })
    await user.clear(price)
    await user.type(price, '10')
    await user.click(screen.getByRole('button', { name: 'Add to basket' }))
    const leg = await screen.findByRole('combobox', { name: /^Type of INFY/ })
    expect(
      within(leg)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['limit'])
  })

  test('beyond the margin, writes what fits at a press, or opens a basket that is hedged', async () => {
    const { user, console } = await enter('/order-window')
    const index = console.instruments()
    const [expiry] = index?.expiriesOf(nifty) ?? []
    const spot = console.quotes.quote(nifty)?.lastPrice ?? 24_500
    const calls = index?.optionsOf(nifty, expiry as IstDate, 'CE') ?? []
    const sold = calls.find(({ strike }) => strike > spot * 1.01) ?? calls[0]
    console.run({
      command: 'order.ticket',
      args: { instrument: sold?.id as InstrumentId, side: 'sell', quantity: { kind: 'lots', lots: 12 } },
    })
    const smaller = await screen.findByRole('button', {
      name: /^Sell \d+ lots?, the most that margin covers/,
    })
    const [, lots] = /^Sell (\d+)/.exec(smaller.textContent ?? '') ?? []
    const hedged = screen.getByRole('button', { name: /^Basket with NIFTY .* bought first/ })
    expect(await findBarriers()).toEqual([])
    await user.click(smaller)
    const quantity = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity' })
    await waitFor(() => expect(quantity.value).toEqual(`${Number(lots) * (sold?.lotSize ?? 0)}`))
    await waitFor(() => expect(hedged.isConnected).toEqual(false))
    await user.clear(quantity)
    await user.type(quantity, `${12 * (sold?.lotSize ?? 0)}`)
    await user.click(await screen.findByRole('button', { name: /^Basket with NIFTY .* bought first/ }))
    await waitFor(() =>
      expect(
        console.actors.basket.getSnapshot().context.legs.map(({ draft }) => [draft.side, draft.orderType]),
      ).toEqual([
        ['buy', 'MARKET'],
        ['sell', 'MARKET'],
      ]),
    )
  })

  test('refuses an index in words', async () => {
    const { user } = await enter('/order-window')
    const field = await screen.findByRole('combobox', { name: /Instrument/ })
    field.focus()
    await user.keyboard('nifty 50')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(
      (await screen.findByText('An index cannot be traded: choose its future or option')).textContent,
    ).toMatch(/^An index/)
  })
})

describe('the basket', () => {
  const legs = async () => {
    const grid = await screen.findByRole('grid', { name: 'Legs' })
    return within(grid)
      .getAllByRole('row')
      .map((row) => row.getAttribute('aria-label'))
  }
  const fill = async () => {
    const page = await enter('/order-window?tab=basket')
    await screen.findByText('The basket is empty')
    expect(await findBarriers()).toEqual([])
    const common = { side: 'buy', product: 'MIS', quantity: 1, orderType: 'LIMIT' } as const
    page.console.dispatch({
      to: 'basket',
      event: {
        type: 'basket.add',
        drafts: [
          plainDraft({ ...common, instrument: infy, price: 100 }),
          plainDraft({ ...common, instrument: tcs, price: 200 }),
        ],
      },
    })
    await waitFor(async () => expect(await legs()).toEqual(['Buy INFY', 'Buy TCS']))
    return page
  }

  test('is ordered, thinned and given back by keys, with a word each time', async () => {
    const { user } = await fill()
    const grid = await screen.findByRole('grid', { name: 'Legs' })
    within(grid).getAllByRole('row')[0]?.focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(async () => expect(await legs()).toEqual(['Buy TCS', 'Buy INFY']))
    expect(screen.getByText('Buy INFY is now 2 of 2').textContent).toEqual('Buy INFY is now 2 of 2')

    await waitFor(() => expect(focused()?.getAttribute('role')).toEqual('row'))
    await user.keyboard('{Backspace}')
    await waitFor(async () => expect((await legs()).length).toEqual(1))
    await user.click(await screen.findByRole('button', { name: /^Undo/ }))
    await waitFor(async () => expect(await legs()).toEqual(['Buy TCS', 'Buy INFY']))
    expect(await findBarriers()).toEqual([])
  })

  test('is edited in its rows, kept under a name, and sent after Enter again to place', async () => {
    const { user, console } = await fill()
    const units = await screen.findByRole('spinbutton', { name: 'Units of INFY' })
    units.focus()
    await user.keyboard('{ArrowUp}')
    await user.click(screen.getByRole('button', { name: 'Buy TCS: switch to sell' }))
    await waitFor(async () => expect(await legs()).toEqual(['Buy INFY', 'Sell TCS']))

    await user.click(screen.getByRole('textbox', { name: 'Save as' }))
    await user.keyboard('pair{Enter}')
    const kept = await screen.findByRole('list', { name: 'Saved baskets' })
    expect(within(kept).getByRole('button', { name: /^pair/ }).textContent).toEqual('pair2 legs')

    await user.click(screen.getByRole('button', { name: /^Review 2 orders/ }))
    const acts = await screen.findByRole('list', { name: 'Orders to be sent' })
    expect(
      within(acts)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual([
      'BBuy 2 units of INFY, MIS, at ₹100.00, for the day.ask –',
      'SSell 1 unit of TCS, MIS, at ₹200.00, for the day.bid –',
    ])
    expect(await findBarriers()).toEqual([])
    await waitFor(() => expect(focused()?.textContent).toMatch(/^Place 2 orders/))
    await user.keyboard('{Enter}')
    await waitFor(() => {
      const states = console.actors.basket.getSnapshot().context.legs.map(({ state }) => state)
      expect(states.filter((state) => state === 'sent' || state === 'failed').length).toEqual(2)
    })
  })

  test('is reviewed by Ctrl+Enter and placed by the next', async () => {
    const { user, console } = await fill()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByRole('list', { name: 'Orders to be sent' })
    expect(console.actors.basket.getSnapshot().matches('confirming')).toEqual(true)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => {
      const states = console.actors.basket.getSnapshot().context.legs.map(({ state }) => state)
      expect(states.filter((state) => state === 'sent' || state === 'failed').length).toEqual(2)
    })
  })

  test('parts from its legs once they are sent: they are named below and count no more', async () => {
    const { user, console } = await enter('/order-window?tab=basket')
    await screen.findByText('The basket is empty')
    const index = console.instruments()
    const [expiry] = index?.expiriesOf(nifty) ?? []
    const calls = index?.optionsOf(nifty, expiry as IstDate, 'CE') ?? []
    const call = calls[Math.floor(calls.length / 2)]
    const leg = {
      product: 'NRML',
      quantity: call?.lotSize ?? 0,
      instrument: call?.id as InstrumentId,
    } as const
    const drafts = [plainDraft({ ...leg, side: 'buy' })]
    console.dispatch({ to: 'basket', event: { type: 'basket.add', drafts } })
    await screen.findByRole('region', { name: 'Outcome' })
    await user.click(await screen.findByRole('button', { name: /^Review 1 order/ }))
    await waitFor(() => expect(focused()?.textContent).toMatch(/^Place 1 order/))
    await user.keyboard('{Enter}')
    const placed = await screen.findByRole('region', { name: 'Placed legs' })
    expect(within(placed).getByRole('listitem').textContent).toMatch(
      /^BBuy 65 units \(1 lot\) of NIFTY .* CE, NRML, at the market, for the day\.Order Sent$/,
    )
    expect(screen.queryByRole('grid', { name: 'Legs' })).toEqual(null)
    await screen.findByText('all legs placed')
    await screen.findByText('All legs placed')
    expect(await findBarriers()).toEqual([])
  })

  test('has the same columns in each row, whether a leg waits, is sent or failed', () => {
    const draft = plainDraft({ instrument: infy, side: 'buy', product: 'MIS', quantity: 1 })
    const unsent = { at: null, isEnded: false, clientOrderId: null, orderId: null, message: null, code: null }
    render(
      <ConsoleProvider value={bench().open('/').console}>
        <GridList aria-label="Legs">
          {(['waiting', 'loading', 'sent', 'failed', 'unknown'] as const).map((state) => (
            <GridListItem key={state} textValue={state}>
              <LegRow
                leg={{ ...unsent, leg: state, draft, state }}
                outlook={null}
                isLocked={state === 'sent'}
              />
            </GridListItem>
          ))}
        </GridList>
      </ConsoleProvider>,
    )
    const columns = screen
      .getAllByRole('gridcell')
      .map((cell) => [...cell.children].map(({ className }) => className).join())
    expect([columns.length, new Set(columns).size]).toEqual([5, 1])
  })

  test('steps strike and expiry of a leg and the day of the payoff, by keys and by buttons', async () => {
    const { user, console } = await enter('/order-window?tab=basket')
    await screen.findByText('The basket is empty')
    const index = console.instruments()
    const [, expiry, later] = index?.expiriesOf(nifty) ?? []
    const calls = index?.optionsOf(nifty, expiry as IstDate, 'CE') ?? []
    const place = Math.floor(calls.length / 2)
    const drafts = [
      plainDraft({
        instrument: calls[place]?.id as InstrumentId,
        side: 'sell',
        product: 'NRML',
        quantity: 65,
      }),
    ]
    console.dispatch({ to: 'basket', event: { type: 'basket.add', drafts } })
    const grid = await screen.findByRole('grid', { name: 'Legs' })
    const contract = () => {
      const found = index?.find(
        console.actors.basket.getSnapshot().context.legs[0]?.draft.instrument as InstrumentId,
      )
      return [found?.strike, found?.expiry]
    }
    within(grid).getAllByRole('row')[0]?.focus()
    await user.keyboard('++-')
    expect(contract()).toEqual([calls[place + 1]?.strike, expiry])
    await user.keyboard('}')
    expect(contract()[1]).toEqual(later)
    await user.click(screen.getByRole('button', { name: 'Previous expiry' }))
    await user.click(screen.getByRole('button', { name: 'Previous strike' }))
    expect(contract()).toEqual([calls[place]?.strike, expiry])
    // With the focus on a button of the leg its keys still mean the leg.
    await user.keyboard('+')
    expect(contract()).toEqual([calls[place + 1]?.strike, expiry])

    const later1 = await screen.findByRole('button', { name: 'A day later' })
    await waitFor(() => expect(later1.hasAttribute('disabled')).toEqual(false))
    expect(screen.getByText(/^– – today$/)).not.toEqual(null)
    await user.click(later1)
    await user.keyboard(']')
    const { days } = console.actors.basket.getSnapshot().context
    // From Friday over Monday to Wednesday, as the exchange is closed on Tuesday the 24th.
    expect(days).toEqual(5)
    await screen.findByText(/^– – (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ [A-Z][a-z]{2}$/)
    expect(console.actors.basket.getSnapshot().context.payoff?.model.legs.length).toEqual(1)
    const payoff = screen.getByRole('slider', { name: 'Payoff' })
    payoff.focus()
    await user.keyboard('{Home}')
    expect(payoff.getAttribute('aria-valuetext')).toMatch(/ at expiry, .* Wed \d+ [A-Z][a-z]{2}$/)
    expect(payoff.getAttribute('aria-valuemax')).toMatch(/^[3-9]\d\d$/)
    await user.keyboard('[[[[')
    expect(console.actors.basket.getSnapshot().context.days).toEqual(0)
    expect(await findBarriers()).toEqual([])
  })

  test('takes a ready-made strategy, drawn in the list, or says what is not listed', async () => {
    const { user } = await enter('/order-window?tab=basket')
    await screen.findByText('The basket is empty')
    await user.keyboard('p')
    const dialog = await screen.findByRole('dialog', { name: 'Ready-made strategies' })
    expect(within(dialog).getAllByRole('option').length).toBeGreaterThan(8)
    expect(await findBarriers()).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toEqual(null))
  })
})

describe('instrument search', () => {
  const symbols = async () => {
    const grid = await screen.findByRole('grid', { name: 'Instruments' })
    return within(grid)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent)
  }

  test('is come to by /, ranks by words, narrows by choices, and stands in the address', async () => {
    const { user, tab } = await enter('/equity-search')
    await user.keyboard('/')
    expect(focused()).toEqual(screen.getByRole('searchbox', { name: 'Search' }))
    await user.keyboard('nifty')
    await waitFor(async () => expect((await symbols())[0]).toEqual('NIFTY 50'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Segment' }), 'NFO-FUT')
    await waitFor(async () => expect((await symbols())[0]).toMatch(/^NIFTY26NOVFUT$|^BANKNIFTY/))
    await waitFor(() => expect(tab.path()).toEqual('/equity-search?q=nifty&segment=NFO-FUT'))
    expect(await findBarriers()).toEqual([])

    screen.getByRole('searchbox', { name: 'Search' }).focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focused()?.getAttribute('role')).toEqual('row'))
    const day = await screen.findByRole('region', { name: 'Contract' })
    expect(within(day).getByText('Type').nextElementSibling?.textContent).toEqual('Future')
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Order window' })
    await screen.findByRole('spinbutton', { name: 'Quantity' })
  })

  test('comes back as its address says, and says what finds nothing', async () => {
    const { user } = await enter('/equity-search?q=nothing+like+it&segment=BSE')
    await screen.findByText('No instrument matches “nothing like it”')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() =>
      expect((screen.getByRole('combobox', { name: 'Segment' }) as HTMLSelectElement).value).toEqual(''),
    )
  })
})
