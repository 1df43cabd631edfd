import { toolKeys } from '../../../../commands/keymap/draw-keys.ts'
import { type Drawing, drawingColours } from '../../../../domain/charts/drawings/drawing.ts'
import { drawingInWords } from '../../../../domain/charts/drawings/drawing-words.ts'
import { drawingTools, toolGroups, toolSpecs } from '../../../../domain/charts/drawings/tools.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { useCommand, useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import { Icon } from '../../../kit/layout/icon.tsx'
import picker from '../head/indicator-picker.module.css'
import styles from './drawings.module.css'
import { ToolIcon } from './tool-icon.tsx'

const none: readonly Drawing[] = []

interface DrawingListProps {
  readonly instrument: InstrumentId
  readonly onDone: () => void
}

export function DrawingList({ instrument, onDone }: DrawingListProps) {
  const run = useCommand()
  const { dispatch } = useConsole()
  const drawings = useSnapshot('drawings', ({ context }) => context.lists[instrument] ?? none)
  const message = useSnapshot('drawings', ({ context }) => context.message)
  const unsaved = useSnapshot('drawings', ({ context }) => context.unsaved.length)
  return (
    <div className={styles.menu}>
      <span className={picker.label}>On this chart</span>
      {message !== null && (
        <p className={styles.problem} role="status">
          <bdi>{message}</bdi>
          {unsaved > 0 ? '. What you draw is kept in this window until it is saved.' : ''}
          <Button kind="quiet" onPress={() => dispatch({ to: 'drawings', event: { type: 'drawings.load' } })}>
            Retry
          </Button>
        </p>
      )}
      {drawings.length === 0 ? (
        <p className={styles.none}>No drawings yet. Take a tool and click on the chart.</p>
      ) : (
        <ul className={styles.list} aria-label="Drawings on this chart">
          {drawings.map((drawing, index) => (
            <Row
              key={drawing.id}
              drawing={drawing}
              number={index + 1}
              onSelect={() => {
                dispatch({
                  to: 'drawings',
                  event: { type: 'drawing.select', selected: { instrument, id: drawing.id } },
                })
                onDone()
              }}
            />
          ))}
        </ul>
      )}
      {drawings.length > 0 && (
        <Button kind="danger" onPress={() => run({ command: 'drawings.removeAll', args: {} })}>
          Remove all
        </Button>
      )}
      <Tools onDone={onDone} />
    </div>
  )
}

function Tools({ onDone }: Pick<DrawingListProps, 'onDone'>) {
  const run = useCommand()
  return (
    <div className={styles.groups}>
      {toolGroups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that the label already is
        <div key={group} className={styles.group} role="group" aria-label={group}>
          <span className={picker.label}>{group}</span>
          {drawingTools
            .filter((tool) => toolSpecs[tool].group === group)
            .map((tool) => (
              <button
                key={tool}
                type="button"
                className={styles.choice}
                onClick={() => {
                  onDone()
                  run({ command: 'drawing.draw', args: { tool } })
                }}
              >
                <ToolIcon tool={tool} />
                {toolSpecs[tool].name}
                <span className={styles.end}>
                  <KeyCap keys={`d ${toolKeys[tool]}`} />
                </span>
              </button>
            ))}
        </div>
      ))}
    </div>
  )
}

interface RowProps {
  readonly drawing: Drawing
  readonly number: number
  readonly onSelect: () => void
}

function Row({ drawing, number, onSelect }: RowProps) {
  const run = useCommand()
  const words = drawingInWords(drawing)
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.choice}
        data-hidden={drawing.isHidden ? '' : undefined}
        onClick={onSelect}
      >
        <span
          className={styles.swatch}
          style={{ background: `var(--series-${drawingColours.indexOf(drawing.colour) + 1})` }}
        />
        {number} <bdi>{words}</bdi>
      </button>
      <button
        type="button"
        className={styles.small}
        aria-label={`${drawing.isHidden ? 'Show' : 'Hide'} ${words}`}
        onClick={() => run({ command: 'drawing.hide', args: { drawing: number } })}
      >
        <Icon name={drawing.isHidden ? 'eyeOff' : 'eye'} size={13} />
      </button>
      <button
        type="button"
        className={styles.small}
        aria-pressed={drawing.isLocked}
        aria-label={`Lock ${words}`}
        onClick={() => run({ command: 'drawing.lock', args: { drawing: number } })}
      >
        <Lock isLocked={drawing.isLocked} />
      </button>
      <button
        type="button"
        className={styles.small}
        aria-label={`Remove ${words}`}
        disabled={drawing.isLocked}
        onClick={() => run({ command: 'drawing.remove', args: { drawing: number } })}
      >
        <Icon name="trash" size={13} />
      </button>
    </li>
  )
}

const Lock = ({ isLocked }: { readonly isLocked: boolean }) => (
  <svg className={styles.icon} width={13} height={13} viewBox="0 0 16 16" aria-hidden="true">
    <path d={`M4 7.5h8v6H4zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0${isLocked ? 'v2' : ''}`} />
  </svg>
)
