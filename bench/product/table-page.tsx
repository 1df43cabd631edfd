import { AllCommunityModule, type ColDef, createGrid, type GridApi, ModuleRegistry } from 'ag-grid-community'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { encodeQuotes } from '../../src/contract/quotes/quote-frame.ts'
import { formatNumber, formatSigned, formatSignedPercent } from '../../src/domain/format.ts'
import { instrumentId } from '../../src/domain/instruments/instrument.ts'
import { openGainPercent, positionAt } from '../../src/domain/positions/live-figures.ts'
import { instrumentsMachine } from '../../src/machines/instruments/instruments.ts'
import type { PositionEntry } from '../../src/machines/positions/books.ts'
import { marketStateMachine } from '../../src/machines/quotes/market-state.ts'
import { pricesMachine } from '../../src/machines/quotes/prices.ts'
import { createQuoteBook } from '../../src/market/quotes/quote-book.ts'
import { ConsoleProvider, type ViewConsole } from '../../src/views/kit/console.tsx'
import { DataTable } from '../../src/views/kit/table/data-table.tsx'
import { positionColumns, positionOnPhone } from '../../src/views/positions/position-columns.tsx'
import { type PositionRow, positionRowsOf } from '../../src/views/positions/position-row.ts'
import '../../src/views/theme/tokens.css'
import '../../src/views/theme/base.css'

const BATCH_MS = 100

const positionOf = (index: number): PositionEntry => {
  const symbol = `SYMBOL${index}`
  const quantity = (index % 2 === 0 ? 1 : -1) * (10 + index)
  const zeros = {
    value: 0,
    buyQuantity: 0,
    buyPrice: 0,
    buyValue: 0,
    buyM2m: 0,
    sellQuantity: 0,
    sellPrice: 0,
    sellValue: 0,
    sellM2m: 0,
    dayBuyQuantity: 0,
    dayBuyPrice: 0,
    dayBuyValue: 0,
    daySellQuantity: 0,
    daySellPrice: 0,
    daySellValue: 0,
  }
  return {
    ...zeros,
    sym: instrumentId('NSE', symbol),
    tradingsymbol: symbol,
    segment: 'NSE',
    exchange: 'NSE',
    instrumentToken: index,
    product: 'MIS',
    quantity,
    overnightQuantity: 0,
    multiplier: 1,
    lotSize: 1,
    averagePrice: 110,
    closePrice: 100,
    lastPrice: 110,
    ltp: 110,
    pnl: 0,
    m2m: 0,
    unrealised: 0,
    realised: 12.5,
    charges: 8.25,
    dayChange: '1.00',
    orderFrom: 'paper',
  }
}

interface Side {
  readonly box: () => Element
  /** Moves this share of all prices. Returns ms of script until the table has taken them. */
  readonly move: (round: number, share: number) => number
  readonly end: () => void
}

const priceAt = (round: number, index: number): number => 100 + ((round * 7 + index * 3) % 400) / 20

const placesOf = (round: number, share: number, symbols: number): readonly number[] => {
  const count = Math.round(symbols * share)
  return Array.from({ length: count }, (_, step) => (round * 31 + step) % symbols)
}

const startOurs = (entries: readonly PositionEntry[], page: HTMLElement): Side => {
  const pending: (() => void)[] = []
  const quotes = createQuoteBook({
    hold: () => () => {},
    freshnessOf: () => 'live',
    after: (_, run) => pending.push(run),
  })
  const now = () => Date.now()
  const console = {
    quotes,
    now,
    actors: {
      prices: createActor(pricesMachine, { input: { now } }).start(),
      marketState: createActor(marketStateMachine, { input: { now } }).start(),
      instruments: createActor(instrumentsMachine),
      funds: { getSnapshot: () => ({ context: { output: null } }), subscribe: () => ({ unsubscribe() {} }) },
    },
  } as unknown as ViewConsole
  const rows = positionRowsOf({ net: [...entries], day: [], asOf: 0 }, [], 'open')
  const columns = positionColumns(({ position }) => position.pnl)
  const root = createRoot(page)
  flushSync(() =>
    root.render(
      <ConsoleProvider value={console}>
        <DataTable<PositionRow>
          label="Positions"
          rows={rows}
          columns={columns}
          rowKey={({ key }) => key}
          phone={positionOnPhone}
          selected={[]}
          onSelect={() => {}}
          actsOf={() => []}
          empty={null}
        />
      </ConsoleProvider>,
    ),
  )
  return {
    box: () => {
      const grid = page.querySelector('[role=grid]')
      if (grid === null) throw new Error('our table is not on the page')
      return grid
    },
    move: (round, share) => {
      const frame = encodeQuotes(
        placesOf(round, share, entries.length).map((index) => {
          const price = priceAt(round, index)
          const flat = { open: price, high: price, low: price, close: price, bid: price, ask: price }
          return {
            instrument: instrumentId('NSE', `SYMBOL${index}`),
            timestamp: Date.now() + round,
            price,
            dayOpen: 100,
            dayHigh: price,
            dayLow: price,
            prevClose: 100,
            size: 1,
            volume: round,
            oi: 0,
            ...flat,
          }
        }),
      )
      const startedAt = performance.now()
      quotes.write(frame)
      flushSync(() => {
        for (let run = pending.shift(); run !== undefined; run = pending.shift()) run()
      })
      return performance.now() - startedAt
    },
    end: () => root.unmount(),
  }
}

interface PeerRow {
  readonly key: string
  readonly position: PositionEntry
  readonly price: number
}

const startPeer = (entries: readonly PositionEntry[], page: HTMLElement): Side => {
  ModuleRegistry.registerModules([AllCommunityModule])
  const number = (headerName: string, value: (row: PeerRow) => string): ColDef<PeerRow> => ({
    headerName,
    width: 90,
    valueGetter: ({ data }) => (data === undefined ? '' : value(data)),
    cellStyle: { textAlign: 'right' },
  })
  const columnDefs: ColDef<PeerRow>[] = [
    { headerName: 'Instrument', valueGetter: ({ data }) => data?.position.tradingsymbol, width: 160 },
    { headerName: 'Product', valueGetter: ({ data }) => data?.position.product, width: 80 },
    number('Qty', ({ position }) => formatSigned(position.quantity, 0)),
    number('Avg', ({ position }) => formatNumber(position.averagePrice)),
    number('LTP', ({ price }) => formatNumber(price)),
    number('P&L', ({ position, price }) => formatSigned(positionAt(position, price).pnl)),
    number('Chg from avg', ({ position, price }) => formatSignedPercent(openGainPercent(position, price))),
    number('Day P&L', ({ position, price }) => formatSigned(positionAt(position, price).m2m)),
    number('Realised', ({ position }) => formatSigned(position.realised)),
    number('Stop', () => formatNumber(null)),
    number('Target', () => formatNumber(null)),
    number('Charges', ({ position }) => formatNumber(position.charges)),
  ]
  const api: GridApi<PeerRow> = createGrid<PeerRow>(page, {
    columnDefs,
    rowData: entries.map((position) => ({ key: position.sym, position, price: position.lastPrice })),
    getRowId: ({ data }) => data.key,
    rowHeight: 26,
    headerHeight: 25,
  })
  return {
    box: () => {
      const body = page.querySelector('.ag-grid-viewport')
      if (body === null) throw new Error('the peer is not on the page')
      return body
    },
    move: (round, share) => {
      const update = placesOf(round, share, entries.length).flatMap((index) => {
        const position = entries[index]
        return position === undefined ? [] : [{ key: position.sym, position, price: priceAt(round, index) }]
      })
      const startedAt = performance.now()
      api.applyTransaction({ update })
      return performance.now() - startedAt
    },
    end: () => api.destroy(),
  }
}

const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done))
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

let side: Side | null = null
let round = 0

const need = (): Side => {
  if (side === null) throw new Error('no table has been started')
  return side
}

export const tableBench = {
  async start(which: 'ours' | 'peer', symbols: number): Promise<void> {
    side?.end()
    document.body.replaceChildren()
    const page = document.body.appendChild(document.createElement('div'))
    page.style.cssText = 'display:flex;flex-direction:column;width:1240px;height:760px'
    const entries = Array.from({ length: symbols }, (_, index) => positionOf(index))
    side = which === 'ours' ? startOurs(entries, page) : startPeer(entries, page)
    await pause(500)
    need().box()
  },
  /** ms of script per batch, at ten batches per second. */
  async move(share: number, batches: number): Promise<readonly number[]> {
    const times: number[] = []
    for (let batch = 0; batch < batches; batch++) {
      times.push(need().move(++round, share))
      await pause(BATCH_MS)
    }
    return times
  },
  /** ms between frames, scrolling a few rows in each. */
  async scroll(frames: number): Promise<readonly number[]> {
    const box = need().box()
    const times: number[] = []
    let before = await nextFrame()
    for (let frame = 0; frame < frames; frame++) {
      box.scrollTop = (box.scrollTop + 78) % Math.max(1, box.scrollHeight - box.clientHeight)
      const at = await nextFrame()
      times.push(at - before)
      before = at
    }
    return times
  },
  rows: (): number => document.querySelectorAll('[role=row]').length,
}

Object.assign(window, { tableBench })
