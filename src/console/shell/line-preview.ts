import type { Environment } from '../../commands/environment.ts'
import { readLine } from '../../commands/read-line.ts'
import { type CommandCall, dispatchesOf } from '../../commands/registry.ts'
import type { RunRequest } from '../../machines/backtests/backtest-batch.ts'
import type { PaletteContext } from '../../machines/shell/palette-context.ts'
import type {
  BacktestPreview,
  OrdersPreview,
  Preview,
  PreviewRequest,
} from '../../machines/shell/palette-preview.ts'
import type { OrderJudge } from '../orders/judging.ts'
import type { OrdersOf } from '../orders/orders-of-call.ts'

export interface LinePreviewPorts {
  readonly environment: () => Environment
  readonly judge: () => OrderJudge
  readonly backtest: (request: RunRequest, signal: AbortSignal) => Promise<BacktestPreview>
  readonly orders: (orders: OrdersOf, signal: AbortSignal) => Promise<OrdersPreview>
}

type LineRequest = PreviewRequest<CommandCall>
type Line = Pick<PaletteContext<CommandCall>, 'line' | 'caret' | 'chosen' | 'preview' | 'previewMessage'>

export const createLinePreview = ({ environment, judge, backtest, orders }: LinePreviewPorts) => {
  const callOf = (
    { line, caret, chosen }: Omit<LineRequest, 'call'>,
    here: Environment,
  ): CommandCall | null => {
    const reading = readLine(line, caret, here)
    const row = reading.rows[chosen]
    return row?.call ?? row?.meant ?? reading.call
  }

  const ordersIn = (asked: Line): OrdersOf => {
    const now = environment()
    const here = asked.preview?.kind === 'orders' ? judge().sentIn(now, asked.preview.orders) : now
    const call = callOf(asked, here)
    return call === null ? noOrders : judge().ordersOf(call, here)
  }

  return {
    /** Null if there is nothing to preview. Rejects with ApiError. */
    async of(asked: LineRequest, signal: AbortSignal): Promise<Preview | null> {
      const here = environment()
      const call = asked.call ?? callOf(asked, here)
      if (call === null) return null
      const found = judge().ordersOf(call, here)
      if (found.orders.length > 0) return await orders(found, signal)
      const run = dispatchesOf(call, here).find(({ event }) => event.type === 'backtest.run')
      if (run?.event.type === 'backtest.run') return await backtest(run.event, signal)
      const sweep = dispatchesOf(call, here).find(({ event }) => event.type === 'sweep.run')?.event
      if (sweep?.type !== 'sweep.run') return null
      const { plan, instruments, cutFrom } = sweep
      return await backtest({ params: plan.base, instruments, cutFrom }, signal)
    },
    /** True if the line now means other orders. A price that follows the market makes no other order. */
    isOutdated(shown: Line): boolean {
      if (shown.preview?.kind !== 'orders') return false
      return printOf(ordersIn(shown).orders) !== printOf(shown.preview.orders)
    },
    isLacking(shown: Line): boolean {
      return shown.preview === null && shown.previewMessage === null && ordersIn(shown).orders.length > 0
    },
  }
}

const noOrders: OrdersOf = { orders: [], isPlaced: false }

const printOf = (orders: OrdersOf['orders']): string =>
  JSON.stringify(
    orders.map(({ draft, followsMarket }) =>
      followsMarket ? { ...draft, price: null, triggerPrice: null } : draft,
    ),
  )
