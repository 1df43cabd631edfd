import { useState } from 'react'
import type { EquityStrategy } from '../../../domain/strategies/strategy.ts'
import type { PartOf } from '../../../machines/strategies/editor/draft-history.ts'
import type { RowOfRule } from '../../../machines/strategies/editor/rule-preview.ts'
import { Select } from '../../kit/control/field.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { RuleEditor } from '../../strategies/rule/rule-editor.tsx'
import text from '../../theme/text.module.css'
import styles from './builder.module.css'
import { ClockField } from './clock-field.tsx'
import { EquitySettings } from './equity-settings.tsx'
import { EntryKind, ExitKind } from './kind-switches.tsx'
import { NumberField } from './number-field.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { type Change, useEquityDraft, useProblems } from './use-draft.ts'
import { useReadings } from './use-readings.ts'
import { NotePanel, VersionsPanel } from './versions-panel.tsx'

const entrySamples = [
  'ema(close,9) crosses above ema(close,21)',
  'rsi(14) < 30',
  'close crosses above vwap and close > ema(close,50)',
] as const
const exitSamples = ['rsi(14) > 70', 'close crosses below ema(close,21)'] as const

interface PartProps {
  readonly draft: EquityStrategy
  readonly change: Change<PartOf<EquityStrategy>>
  readonly onRow: (row: RowOfRule | null) => void
}

export function EquityBuilder() {
  const edited = useEquityDraft()
  const [row, setRow] = useState<RowOfRule | null>(null)
  if (edited === null) return null
  return (
    <div className={styles.builder}>
      <div className={styles.rules}>
        <EquitySettings {...edited} />
        <EntryPanel {...edited} onRow={setRow} />
        <ExitPanel {...edited} onRow={setRow} />
        <NotePanel />
        <VersionsPanel />
      </div>
      <PreviewPanel draft={edited.draft} row={row} />
    </div>
  )
}

function EntryPanel({ draft, change, onRow }: PartProps) {
  const problemOf = useProblems()
  const readings = useReadings('entry', draft.entryLogic)
  return (
    <Panel title="Enter" aside={<EntryKind draft={draft} change={change} />} className={styles.panel}>
      {draft.entryType === 'condition' && (
        <RuleEditor
          label="Enter when"
          logic={draft.entryLogic}
          samples={entrySamples}
          readings={readings}
          problem={problemOf('entryLogic')}
          onChange={(entryLogic, group) =>
            change({ entryLogic }, group === undefined ? group : `entry ${group}`)
          }
          onRow={(row) => onRow(row === null ? null : { rule: 'entry', row })}
        />
      )}
      {draft.entryType === 'direct' && <p className={styles.line}>Whenever nothing is held.</p>}
      {draft.entryType === 'time' && (
        <div className={styles.fields}>
          <ClockField
            label="At"
            value={draft.entryTime ?? ''}
            problem={problemOf('entryTime')}
            onChange={(entryTime) => change({ entryTime }, 'entry time')}
          />
        </div>
      )}
    </Panel>
  )
}

const units = [
  { value: 'pct', label: '% of the entry price' },
  { value: 'pts', label: 'points' },
  { value: 'abs', label: '₹ of the position' },
] as const

function ExitPanel({ draft, change, onRow }: PartProps) {
  const problemOf = useProblems()
  const readings = useReadings('exit', draft.exitLogic)
  return (
    <Panel title="Exit" aside={<ExitKind draft={draft} change={change} />} className={styles.panel}>
      {draft.exitType === 'condition' && (
        <RuleEditor
          label="Exit when"
          logic={draft.exitLogic}
          samples={exitSamples}
          readings={readings}
          problem={problemOf('exitLogic')}
          onChange={(exitLogic, group) =>
            change({ exitLogic }, group === undefined ? group : `exit ${group}`)
          }
          onRow={(row) => onRow(row === null ? null : { rule: 'exit', row })}
        />
      )}
      <Stops draft={draft} change={change} />
      {draft.product === 'MIS' && (
        <p className={`${styles.line} ${text.muted}`}>
          {`MIS is squared off at ${draft.exitType === 'time' && draft.exitTime !== null ? draft.exitTime : draft.tradingStopTime}.`}
        </p>
      )}
    </Panel>
  )
}

function Stops({ draft, change }: Pick<PartProps, 'draft' | 'change'>) {
  const problemOf = useProblems()
  const { exitType, exitTime, stopLoss, targetProfit, trailing, tpslType } = draft
  return (
    <div className={styles.fields}>
      {exitType === 'time' && (
        <ClockField
          label="At"
          value={exitTime ?? ''}
          problem={problemOf('exitTime')}
          onChange={(next) => change({ exitTime: next }, 'exit time')}
        />
      )}
      <NumberField
        label="Stop"
        placeholder="none"
        value={stopLoss}
        problem={problemOf('stopLoss')}
        onChange={(next) => change({ stopLoss: next }, 'stop')}
      />
      <NumberField
        label="Target"
        placeholder="none"
        value={targetProfit}
        problem={problemOf('targetProfit')}
        onChange={(next) => change({ targetProfit: next }, 'target')}
      />
      <NumberField
        label="Trailing stop"
        placeholder="none"
        value={trailing?.distance ?? null}
        problem={problemOf('trailing')}
        onChange={(distance) =>
          change(
            { trailing: distance === null ? undefined : { after: trailing?.after ?? null, distance } },
            'trailing',
          )
        }
      />
      {trailing !== undefined && (
        <NumberField
          label="Once in profit by"
          placeholder="at once"
          value={trailing.after}
          onChange={(after) => change({ trailing: { ...trailing, after } }, 'trailing after')}
        />
      )}
      <Select label="In" value={tpslType} choices={units} onChange={(next) => change({ tpslType: next })} />
    </div>
  )
}
