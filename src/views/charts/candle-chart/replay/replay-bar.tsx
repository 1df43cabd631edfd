import type { CommandCall } from '../../../../commands/registry.ts'
import type { Candles } from '../../../../domain/charts/candle.ts'
import type { ChartReplay } from '../../../../machines/charts/chart.ts'
import { useCommand } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { capOf } from '../../../kit/control/keys-for.ts'
import { fullInstant } from '../../../kit/instants.ts'
import { Badge } from '../../../kit/layout/badge.tsx'
import styles from './replay-bar.module.css'

interface ReplayBarProps {
  readonly replay: ChartReplay
  readonly candles: Candles
}

export function ReplayBar({ replay: { until, isPlaying, pace }, candles }: ReplayBarProps) {
  const run = useCommand()
  const isOver = until === Number.POSITIVE_INFINITY
  const at = candles.time.at(-1)
  const button = (title: string, call: CommandCall, isDisabled = false) => (
    <Button kind="quiet" {...capOf(call)} isDisabled={isDisabled} onPress={() => run(call)}>
      {title}
    </Button>
  )
  return (
    <div className={styles.bar} role="toolbar" aria-label="Replay">
      <Badge tone="amber">Replay</Badge>
      <time className={styles.time}>{at === undefined ? 'no candle yet' : fullInstant(at)}</time>
      {button('Back', { command: 'replay.step', args: { by: -1 } })}
      {button(isPlaying ? 'Pause' : 'Play', { command: 'replay.play', args: {} }, isOver && !isPlaying)}
      {button('Next', { command: 'replay.step', args: { by: 1 } }, isOver)}
      {button(`${pace} a second`, { command: 'replay.pace', args: {} })}
      {button('End', { command: 'replay.end', args: {} })}
    </div>
  )
}
