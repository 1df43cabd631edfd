import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { draftsOfPreset } from '../../../src/domain/options/preset-drafts.ts'
import { furtherPresets, presets } from '../../../src/domain/options/presets.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { openIndex } from '../../../src/market/instruments/instrument-index.ts'
import { readMaster } from '../../../src/market/instruments/read-master.ts'
import { StepField } from '../../../src/views/kit/control/step-field.tsx'
import { printSearch, readSearch } from '../../../src/views/screens/equity-search/search-address.ts'
import { changeType, changeValidity } from '../../../src/views/screens/order-window/ticket/draft-changes.ts'
import { problemsOf } from '../../../src/views/screens/order-window/ticket/draft-problems.ts'
import { draftInWords } from '../../../src/views/screens/order-window/ticket/draft-words.ts'
import { masterOf, optionRows, smallMaster } from '../../support/server/synthetic-master.ts'

const id = (text: string) => text as InstrumentId
const call = id('NFO-OPT_NIFTY26NOV25950CE')
const terms = { isIndex: false, lotSize: 65, tickSize: 0.05, lastPrice: 131.2 }
const draft = (more: Partial<OrderDraft> = {}): OrderDraft =>
  plainDraft({ instrument: call, side: 'buy', product: 'NRML', quantity: 65, ...more })
const said = (more: Partial<OrderDraft>, other: Partial<typeof terms> = {}) =>
  Object.entries(problemsOf(draft(more), { ...terms, ...other })).map(
    ([field, problem]) => `${field}: ${problem.text}`,
  )

describe('what keeps a draft from being an order', () => {
  test.each<[string, Partial<OrderDraft>, readonly string[]]>([
    ['nothing, of a whole one', {}, []],
    ['a quantity beside the lots', { quantity: 100 }, ['quantity: Whole lots of 65: 65 or 130']],
    ['no quantity', { quantity: 0 }, ['quantity: Enter a quantity']],
    ['a limit order without a price', { orderType: 'LIMIT', price: null }, ['price: Enter a limit price']],
    [
      'a price between ticks',
      { orderType: 'LIMIT', price: 131.22 },
      ['price: 131.22 is not a multiple of the tick 0.05: 131.20 or 131.25'],
    ],
    ['a price on a tick', { orderType: 'LIMIT', price: 131.25 }, []],
    [
      'a trigger that would fire at once',
      { orderType: 'SL-M', triggerPrice: 131 },
      ['triggerPrice: Above the last price, 131.20, to buy'],
    ],
    [
      'a trigger beyond its limit',
      { orderType: 'SL', price: 132, triggerPrice: 132.5 },
      ['triggerPrice: At most the limit, 132.00'],
    ],
    ['minutes of none', { validity: 'TTL', validityTtl: null }, ['validityTtl: Enter the minutes']],
    [
      'minutes beyond a day',
      { validity: 'TTL', validityTtl: 1441 },
      ['validityTtl: Whole minutes, 1 to 1440'],
    ],
    [
      'more disclosed than there is',
      { disclosedQuantity: 130 },
      ['disclosedQuantity: Not more than the quantity'],
    ],
    ['a stop on the wrong side', { stop: { kind: 'price', value: 140 } }, ['stop: Below 131.20']],
    ['a stop beyond nothing', { stop: { kind: 'points', value: 200 } }, ['stop: Above 0 and below 131.20']],
    ['a target on the wrong side', { target: { kind: 'price', value: 120 } }, ['target: Above 131.20']],
    [
      'a stop and a target where they belong',
      { stop: { kind: 'percent', value: 10 }, target: { kind: 'rupees', value: 900 } },
      [],
    ],
  ])('%s', (_, more, expected) => {
    expect(said(more)).toEqual(expected)
  })

  test('an index itself', () => {
    expect(said({}, { isIndex: true })).toEqual([
      'instrument: An index cannot be traded: choose its future or option',
    ])
  })

  test('a seller sees both sides the other way round', () => {
    expect([
      said({ side: 'sell', orderType: 'SL-M', triggerPrice: 132 }),
      said({ side: 'sell', stop: { kind: 'price', value: 120 } }),
      said({ side: 'sell', stop: { kind: 'price', value: 140 } }),
    ]).toEqual([['triggerPrice: Below the last price, 131.20, to sell'], ['stop: Above 131.20'], []])
  })
})

describe('changing a draft', () => {
  test('a limit begins at the last price, on a tick; the market has none', () => {
    expect([
      changeType(draft(), 'LIMIT', { tickSize: 0.05, lastPrice: 131.23 }),
      changeType(draft({ price: 120, orderType: 'LIMIT' }), 'SL', { tickSize: 0.05, lastPrice: 131 }),
      changeType(draft({ price: 120, orderType: 'LIMIT' }), 'MARKET', { tickSize: 0.05, lastPrice: 131 }),
    ]).toEqual([
      { orderType: 'LIMIT', price: 131.2, triggerPrice: null },
      { orderType: 'SL', price: 120, triggerPrice: null },
      { orderType: 'MARKET', price: null, triggerPrice: null },
    ])
  })

  test('minutes belong to TTL alone, a disclosed part to the day', () => {
    expect([
      changeValidity(draft({ disclosedQuantity: 65 }), 'TTL'),
      changeValidity(draft({ validityTtl: 9 }), 'DAY'),
    ]).toEqual([
      { validity: 'TTL', validityTtl: 5, disclosedQuantity: 0 },
      { validity: 'DAY', validityTtl: null },
    ])
  })

  test('is said in one sentence', () => {
    const whole = draft({
      side: 'sell',
      quantity: 130,
      orderType: 'SL',
      price: 130,
      triggerPrice: 130.5,
      stop: { kind: 'percent', value: 10 },
    })
    expect(draftInWords(whole, 'NIFTY 24 NOV 25950 CE', 65)).toEqual(
      'Sell 130 units (2 lots) of NIFTY 24 NOV 25950 CE, NRML, at ₹130.00 when ₹130.50 trades, for the day, stop 10.00% away.',
    )
  })
})

describe('a field of steps', () => {
  const show = (value: number | null, step = 65, min = 65) => {
    const Typed = () => {
      const [number, setNumber] = useState<number | null>(value)
      return (
        <>
          <StepField label="Quantity" value={number} step={step} min={min} from={step} onChange={setNumber} />
          <output>{String(number)}</output>
        </>
      )
    }
    render(<Typed />)
    return userEvent.setup()
  }
  const now = () => screen.getByRole('status').textContent

  test.each<[number | null, string, string]>([
    [65, '{ArrowUp}', '130'],
    [65, '{Shift>}{ArrowUp}{/Shift}', '715'],
    [130, '{ArrowDown}', '65'],
    [65, '{ArrowDown}', '65'],
    [100, '{ArrowUp}', '130'],
    [100, '{ArrowDown}', '65'],
    [null, '{ArrowUp}', '65'],
    [65, '{Control>}a{/Control}{Backspace}', 'null'],
    [null, '1,300', '1300'],
    [null, '12x', '12'],
  ])('from %s the keys %s lead to %s', async (from, keys, to) => {
    const user = show(from)
    await user.tab()
    if (keys.startsWith('{Control>}')) await user.clear(screen.getByRole('spinbutton'))
    else await user.keyboard(keys)
    expect(now()).toEqual(to)
  })
})

describe('legs of a preset', () => {
  const index = openIndex(readMaster(smallMaster()))
  const underlying = id('INDICES_NIFTY 50')
  const [expiry] = index.expiriesOf(underlying)
  const place = {
    index,
    underlying,
    expiry: expiry as IstDate,
    price: 25_960,
    lots: 2,
    product: 'NRML' as const,
    quoteOf: () => null,
  }
  const preset = (key: string) => {
    const found = [...presets, ...furtherPresets].find((one) => one.key === key)
    if (found === undefined) throw new Error(`no preset ${key}`)
    return found
  }

  test('are orders of listed contracts, counted from the strike nearest the price', () => {
    const made = draftsOfPreset(preset('short_straddle'), place)
    const lot = index.optionsOf(underlying, place.expiry, 'CE')[0]?.lotSize ?? 0
    expect(made.drafts?.map(({ instrument, side, quantity }) => [instrument, side, quantity])).toEqual([
      [call, 'sell', 2 * lot],
      ['NFO-OPT_NIFTY26NOV25950PE', 'sell', 2 * lot],
    ])
  })

  test('are limits at the touch where no market order is accepted', () => {
    const stock = openIndex(
      readMaster(
        masterOf([
          { symbol: 'RELIANCE', name: 'RELIANCE INDUSTRIES', segment: 'NSE', exchange: 'NSE' },
          ...optionRows('RELIANCE', '26NOV', '2026-11-24', [1480, 1500, 1520], 500),
        ]),
      ),
    )
    const made = draftsOfPreset(preset('short_straddle'), {
      ...place,
      index: stock,
      underlying: id('NSE_RELIANCE'),
      expiry: '2026-11-24' as IstDate,
      price: 1501,
      quoteOf: (contract) =>
        contract.endsWith('CE') ? { lastPrice: 21, bid: 20.9, ask: 21.1, dayHigh: null, dayLow: null } : null,
    })
    expect(made.drafts?.map(({ orderType, price }) => [orderType, price])).toEqual([
      ['LIMIT', 20.9],
      ['LIMIT', null],
    ])
  })

  test('are refused by name where a strike is not listed', () => {
    const last = index.optionsOf(underlying, place.expiry, 'CE').at(-1)?.strike ?? 0
    expect(draftsOfPreset(preset('bull_call_spread'), { ...place, price: last })).toEqual({
      drafts: null,
      missing: 'sell CE at the money +4',
    })
  })

  test('need an expiry with options', () => {
    expect(draftsOfPreset(preset('buy_call'), { ...place, underlying: id('NSE_INFY') })).toEqual({
      drafts: null,
      missing: 'an option of this expiry',
    })
  })
})

describe('the address of a search', () => {
  test.each([
    ['', { query: '', segment: null, type: null, expiry: null }],
    [
      'q=nifty+ce&segment=NFO-OPT&type=CE&expiry=2026-12-01',
      { query: 'nifty ce', segment: 'NFO-OPT', type: 'CE', expiry: '2026-12-01' as IstDate },
    ],
  ] as const)('%s is read and printed back', (address, search) => {
    expect([readSearch(address), printSearch(search)]).toEqual([search, address])
  })

  test('what cannot be is left out', () => {
    expect(readSearch('q=a&segment=MARS&type=XX&expiry=2026-13-40')).toEqual({
      query: 'a',
      segment: null,
      type: null,
      expiry: null,
    })
  })
})
