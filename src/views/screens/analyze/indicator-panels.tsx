import { useMemo } from 'react'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import { formatPercent } from '../../../domain/format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import type { IstDate } from '../../../domain/time.ts'
import type { IndicatorPart, MarketIndicators } from '../../../machines/analysis/market-indicators.ts'
import { ThroughDay } from '../../charts/options/through-day.tsx'
import { useSnapshot } from '../../kit/console.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import text from '../../theme/text.module.css'
import styles from './analyze-screen.module.css'

interface IndicatorPanelsProps {
  readonly instrument: InstrumentId
  readonly isTable: boolean
}

export function IndicatorPanels({ instrument, isTable }: IndicatorPanelsProps) {
  const askAgain = useKeptCurrent('marketIndicators', instrument)
  const output = useSnapshot('marketIndicators', ({ context }) =>
    context.key === instrument ? context.output : null,
  )
  const message = useSnapshot('marketIndicators', ({ context }) =>
    context.key === instrument ? context.message : null,
  )
  const shared = { output, message, askAgain, isTable }
  return (
    <div className={styles.indicators}>
      <PutCall {...shared} />
      <AdvanceDecline {...shared} />
      <Straddle {...shared} />
    </div>
  )
}

interface IndicatorProps {
  readonly output: MarketIndicators | null
  readonly message: string | null
  readonly askAgain: () => void
  readonly isTable: boolean
}

const loadedOf = <Value,>(part: IndicatorPart<Value> | undefined): Value | null =>
  part?.kind === 'loaded' ? part.value : null

const problemOf = (part: IndicatorPart<unknown> | undefined, message: string | null): string | null =>
  part?.kind === 'failed' ? part.message : message

function NoOptions() {
  return <EmptyNotice title="No options">There is no chain of it to measure.</EmptyNotice>
}

function PutCall({ output, message, askAgain, isTable }: IndicatorProps) {
  const part = output?.pcr
  const pcr = loadedOf(part)
  const points = useMemo(
    () => pcr?.history.flatMap(({ at, pcr: y }) => (y === null ? [] : [{ x: at, y }])) ?? null,
    [pcr],
  )
  return (
    <Panel
      title="Put-call ratio"
      note={pcr === null ? '' : `by OI, ${dayInWords(pcr.expiry as IstDate)}`}
      className={styles.small}
    >
      {part?.kind === 'none' ? (
        <NoOptions />
      ) : (
        <ThroughDay
          what="PCR"
          points={points}
          levels={[{ y: 1, label: '' }]}
          message={problemOf(part, message)}
          {...{ askAgain, isTable }}
        />
      )}
    </Panel>
  )
}

function AdvanceDecline({ output, message, askAgain, isTable }: IndicatorProps) {
  const part = output?.advanceDecline
  const breadth = loadedOf(part)
  const points = useMemo(
    () => breadth?.history.flatMap(({ at, ratio: y }) => (y === null ? [] : [{ x: at, y }])) ?? null,
    [breadth],
  )
  return (
    <Panel
      title="Advance-decline"
      note={breadth === null ? '' : tradingSymbolOf(breadth.key)}
      className={styles.small}
    >
      <ThroughDay
        what="Ratio"
        points={points}
        levels={[{ y: 1, label: '' }]}
        message={problemOf(part, message)}
        group="continuous"
        note={
          breadth !== null && (
            <span>
              <span className={text.up}>{breadth.advances} up</span>,{' '}
              <span className={text.down}>{breadth.declines} down</span>
            </span>
          )
        }
        {...{ askAgain, isTable }}
      />
    </Panel>
  )
}

function Straddle({ output, message, askAgain, isTable }: IndicatorProps) {
  const part = output?.straddle
  const straddle = loadedOf(part)
  const points = useMemo(
    () => straddle?.history.map(({ at, straddle: y }) => ({ x: at, y })) ?? null,
    [straddle],
  )
  return (
    <Panel
      title="ATM straddle"
      note={straddle === null ? '' : `IV ${formatPercent(straddle.iv, 1)}`}
      className={styles.small}
    >
      {part?.kind === 'none' ? (
        <NoOptions />
      ) : (
        <ThroughDay
          what="Price"
          points={points}
          levels={[]}
          message={problemOf(part, message)}
          {...{ askAgain, isTable }}
        />
      )}
    </Panel>
  )
}
