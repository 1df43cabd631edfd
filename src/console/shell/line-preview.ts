import type { Environment } from '../../commands/environment.ts'
import { readLine } from '../../commands/read-line.ts'
import type { CommandCall } from '../../commands/registry.ts'
import type { Scan } from '../../domain/scanners/scan.ts'
import { shownAt } from '../../domain/scanners/scan-address.ts'
import type { RunRequest } from '../../machines/backtests/backtest-batch.ts'
import type { PaletteContext } from '../../machines/shell/palette-context.ts'
import type {
  BacktestPreview,
  OrdersPreview,
  Preview,
  PreviewRequest,
  ScanPreview,
} from '../../machines/shell/palette-preview.ts'
import type { OrderJudge } from '../orders/judging.ts'
import type { ResolvedCall } from '../resolved-call.ts'

export interface LinePreviewPorts {
  readonly environment: () => Environment
  readonly judge: () => OrderJudge
  readonly backtest: (request: RunRequest, signal: AbortSignal) => Promise<BacktestPreview | null>
  readonly scan: (scan: Scan, signal: AbortSignal) => Promise<ScanPreview | null>
  readonly orders: (orders: ResolvedCall['orders'], signal: AbortSignal) => Promise<OrdersPreview>
}

type LineRequest = PreviewRequest<CommandCall>
type Line = Pick<PaletteContext<CommandCall>, 'line' | 'caret' | 'chosen' | 'preview' | 'previewMessage'>

export const createLinePreview = ({ environment, judge, backtest, scan, orders }: LinePreviewPorts) => {
  const callOf = (
    { line, caret, chosen }: Omit<LineRequest, 'call'>,
    here: Environment,
  ): CommandCall | null => {
    const reading = readLine(line, caret, here)
    const row = reading.rows[chosen]
    return row?.call ?? row?.meant ?? reading.call
  }

  return {
    /** Null if there is nothing to preview. Rejects with ApiError. */
    async of(asked: LineRequest, signal: AbortSignal): Promise<Preview | null> {
      const here = environment()
      const call = asked.call ?? callOf(asked, here)
      if (call === null) return null
      const resolved = judge().resolve(scanAlone(call), here)
      if (isPreviewed(resolved)) return await orders(resolved.orders, signal)
      const scanned = scanIn(call.command, resolved)
      if (scanned !== null) return await scan(scanned, signal)
      for (const { event } of resolved.dispatches) {
        if (event.type === 'backtest.run') return await backtest(event, signal)
        if (event.type !== 'sweep.run') continue
        const { plan, instruments, cutFrom } = event
        return await backtest({ params: plan.base, instruments, cutFrom }, signal)
      }
      return null
    },
    /** True if the line now means other orders than those previewed, or has orders and none was previewed. */
    hasChanged({ preview, previewMessage, ...asked }: Line): boolean {
      if (previewMessage !== null || (preview !== null && preview.kind !== 'orders')) return false
      const here = environment()
      const previewed = preview?.orders ?? []
      const call = callOf(asked, judge().withShown(here, previewed))
      if (call === null) return previewed.length > 0
      const changed = judge().changeSince({ call, orders: previewed }, here)
      return changed?.change.kind === 'orders' && changed.now.ordersAre !== 'modified'
    },
  }
}

const scanAlone = (call: CommandCall): CommandCall => {
  if (call.command !== 'scan.run') return call
  const { next: _, ...args } = call.args
  return { ...call, args }
}

const scanIn = (command: string, { dispatches: [dispatch] }: ResolvedCall): Scan | null => {
  const event = dispatch?.event
  if (command === 'scan.run' && event?.type === 'view.open') return shownAt(event.path, null)?.scan ?? null
  if (command !== 'alert.set' || event?.type !== 'scanner.act' || event.act.kind !== 'setRule') return null
  const { logic, universe, interval } = event.act.terms
  return interval === 'tick' ? null : { logic, universe, interval, moment: 'close' }
}

/** The server previews orders that are placed or put into the basket, and no modification. */
const isPreviewed = ({ ordersAre }: ResolvedCall): boolean => ordersAre !== null && ordersAre !== 'modified'
