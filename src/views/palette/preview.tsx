import type { Reading } from '../../commands/reading.ts'
import { type AnyCommand, allCommands, findCommand } from '../../commands/registry.ts'
import { NOT_PREVIEWED } from '../../domain/orders/order-doubt.ts'
import { useSnapshot } from '../kit/console.tsx'
import { BacktestTiles } from './backtest-preview.tsx'
import { OrderTiles } from './order/order-preview.tsx'
import { RowsTouched } from './order/rows-touched.tsx'
import styles from './palette.module.css'
import { ScanTiles } from './scan-preview.tsx'

interface PreviewProps {
  readonly call: Reading['call']
  readonly command: AnyCommand | null
  readonly problem: Reading['problem']
  /** The reason for a confirmation; null if Enter runs it directly. */
  readonly reason: string | null
}

/** Tiles are rendered from the verb on and filled later, so that nothing below moves. */
export function Preview({ call, command, problem, reason }: PreviewProps) {
  const preview = useSnapshot('palette', ({ context }) => context.preview)
  const message = useSnapshot('palette', ({ context }) => context.previewMessage)
  const kind = kindOf(call, command)
  if (kind === 'order')
    return (
      <OrderTiles
        preview={preview?.kind === 'orders' ? preview : null}
        message={message}
        isAsked={call !== null}
        problem={problem}
        warning={reason === NOT_PREVIEWED || reason === '' ? null : reason}
      />
    )
  if (kind === undefined || call === null) return null
  if (kind === 'rows') return <RowsTouched call={call} />
  if (message !== null) return <p className={styles.problem}>{message}</p>
  if (kind === 'scan') return <ScanTiles preview={preview?.kind === 'scan' ? preview : null} />
  return <BacktestTiles preview={preview?.kind === 'backtest' ? preview : null} />
}

const kindOf = (call: Reading['call'], command: AnyCommand | null): AnyCommand['preview'] => {
  const found = call === null ? command : findCommand(call.command)
  return call === null || (found?.isPreviewed?.(call.args) ?? true) ? found?.preview : undefined
}

export const previewsOrder = (call: Reading['call'], command: AnyCommand | null): boolean =>
  kindOf(call, command) === 'order'

export const commandIn = (line: string, { tokens }: Reading): AnyCommand | null => {
  const verb = tokens.find(({ kind }) => kind === 'verb')
  if (verb === undefined) return null
  const word = line.slice(verb.from, verb.to).toLowerCase()
  return allCommands().find((one) => one.verb === word || one.aliases.includes(word)) ?? null
}
