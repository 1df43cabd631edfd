import { toolKeys } from '../../../../commands/keymap/draw-keys.ts'
import { type DrawingTool, toolSpecs } from '../../../../domain/charts/drawings/tools.ts'
import { useCommand, useSnapshot } from '../../../kit/console.tsx'
import { Icon } from '../../../kit/layout/icon.tsx'
import styles from './drawings.module.css'
import { ToolIcon } from './tool-icon.tsx'

/** The others are in the menu of drawings. */
const atHand: readonly DrawingTool[] = [
  'trend',
  'horizontal',
  'vertical',
  'channel',
  'fib',
  'rectangle',
  'measure',
  'text',
  'long',
  'short',
]

export function DrawingBar() {
  const run = useCommand()
  const tool = useSnapshot('drawings', ({ context }) => context.tool)
  const isSnapping = useSnapshot('drawings', ({ context }) => context.isSnapping)
  const areHidden = useSnapshot('drawings', ({ context }) => context.areHidden)
  const toggle = (one: DrawingTool) =>
    run(
      one === tool
        ? { command: 'drawing.cancel', args: {} }
        : { command: 'drawing.draw', args: { tool: one } },
    )
  return (
    <div className={styles.bar} role="toolbar" aria-label="Drawing tools" aria-orientation="vertical">
      <span className={styles.chord} aria-hidden="true">
        d
      </span>
      {atHand.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.tool}
          aria-pressed={one === tool}
          title={`${toolSpecs[one].name} (d ${toolKeys[one]})`}
          aria-label={`${toolSpecs[one].name}, ${toolKeys[one]}`}
          onClick={() => toggle(one)}
        >
          <ToolIcon tool={one} />
          <span className={styles.letter}>{toolKeys[one]}</span>
        </button>
      ))}
      <span className={styles.rule} />
      <button
        type="button"
        className={styles.tool}
        aria-pressed={isSnapping}
        aria-label="Snap to candles, w"
        title="Snap to candles (d w)"
        onClick={() => run({ command: 'drawings.snap', args: {} })}
      >
        <svg className={styles.icon} width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3.5 2.5v5a4.5 4.5 0 0 0 9 0v-5h-3v5a1.5 1.5 0 0 1-3 0v-5zM3.5 5h3M9.5 5h3" />
        </svg>
        <span className={styles.letter}>w</span>
      </button>
      <button
        type="button"
        className={styles.tool}
        aria-pressed={areHidden}
        aria-label="Hide all drawings, z"
        title="Hide all drawings (d z)"
        onClick={() => run({ command: 'drawings.hide', args: {} })}
      >
        <Icon name={areHidden ? 'eyeOff' : 'eye'} />
        <span className={styles.letter}>z</span>
      </button>
    </div>
  )
}
