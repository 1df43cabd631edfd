import type { Reading } from '../../commands/reading.ts'
import { type AnyCommand, allCommands, findCommand } from '../../commands/registry.ts'
import { NOT_PREVIEWED } from '../../domain/order-doubt.ts'
import { useSnapshot } from '../kit/console.tsx'
import { BacktestTiles } from './backtest-preview.tsx'
import { OrderTiles } from './order-preview.tsx'
import styles from './palette.module.css'
import { RowsTouched } from './rows-touched.tsx'

interface PreviewProps {
  /** What Enter does; null while the line is not complete. */
  readonly call: Reading['call']
  /** The command the line begins with, complete or not. */
  readonly command: AnyCommand | null
  /** Why it is not complete. */
  readonly problem: Reading['problem']
  /** Why Enter would ask; null when it would not. */
  readonly reason: string | null
}

/** What Enter would do. Tiles stand from the verb on and fill when the answer comes, so that nothing below moves. */
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
  return <BacktestTiles preview={preview?.kind === 'backtest' ? preview : null} />
}

const kindOf = (call: Reading['call'], command: AnyCommand | null): AnyCommand['preview'] =>
  (call === null ? command : findCommand(call.command))?.preview

/** Whether the tiles have a line for what is wrong. */
export const saysProblem = (call: Reading['call'], command: AnyCommand | null): boolean =>
  kindOf(call, command) === 'order'

/** The command whose verb stands in the line. */
export const commandIn = (line: string, { tokens }: Reading): AnyCommand | null => {
  const verb = tokens.find(({ kind }) => kind === 'verb')
  if (verb === undefined) return null
  const word = line.slice(verb.from, verb.to).toLowerCase()
  return allCommands().find((one) => one.verb === word || one.aliases.includes(word)) ?? null
}
