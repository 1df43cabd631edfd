import { type KeyboardEvent, useMemo, useState } from 'react'
import {
  type AccountThen,
  accountThen,
  type DayRecord,
  instantWithin,
  noTradesOn,
} from '../../../domain/analysis/journal/day-record.ts'
import { scrubbedDay } from '../../../domain/analysis/journal/journal-address.ts'
import { formatNumber, formatSigned } from '../../../domain/format.ts'
import { type ScrubSpeed, scrubSpeeds } from '../../../machines/analysis/scrub.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { useInstrumentName } from '../../kit/instrument/instrument-name.tsx'
import { AfterPaint } from '../../kit/layout/after-paint.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { TableSwitch } from '../../kit/table/table-switch.tsx'
import text from '../../theme/text.module.css'
import { ChainOfInstant } from './chain-then.tsx'
import { clockOf, ScrubChart } from './scrub-chart.tsx'
import styles from './scrub-panel.module.css'
import { OrdersThen, PositionsThen } from './then-tables.tsx'
import type { Journal } from './use-journal.ts'

export function ScrubPanel({ journal: { shown, today } }: { readonly journal: Journal }) {
  const subject = scrubbedDay(shown, today)
  const askAgain = useKeptCurrent('dayRecord', subject)
  const loaded = useSnapshot('dayRecord', ({ context }) => (context.key === subject ? context.output : null))
  const message = useSnapshot('dayRecord', ({ context }) =>
    context.key === subject ? context.message : null,
  )
  const [isTable, setIsTable] = useState(false)
  const record = loaded?.record ?? null
  const isEmpty = record === null || noTradesOn(record)
  return (
    <Panel
      title="Replay the day"
      note={isEmpty ? undefined : <Legend />}
      aside={
        isEmpty ? undefined : (
          <Controls isTable={isTable} onTable={setIsTable} hasChain={shown.chain !== null} />
        )
      }
      className={styles.panel}
    >
      {loaded === null ? (
        message === null ? (
          <Skeleton rows={4} />
        ) : (
          <ErrorNotice message={message} onRetry={askAgain} />
        )
      ) : record === null ? (
        <EmptyNotice title="The market was closed on this day" />
      ) : isEmpty ? (
        <EmptyNotice title="Nothing was held, traded or ordered on this day" />
      ) : (
        <AfterPaint>
          <div className={styles.columns} data-chain={shown.chain === null ? undefined : ''}>
            <Day record={record} isTable={isTable} />
            {shown.chain !== null && <ChainOfInstant record={record} underlying={shown.chain} />}
          </div>
        </AfterPaint>
      )}
    </Panel>
  )
}

const Legend = () => (
  <span className={styles.legend}>
    <span data-of="pnl">P&L</span>
    <span data-of="index">NIFTY 50</span>
    <span data-of="bought">bought</span>
    <span data-of="sold">sold</span>
  </span>
)

const speeds = scrubSpeeds.map((value) => ({ value: String(value), label: `${value}×` }))

interface ControlsProps {
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
  readonly hasChain: boolean
}

function Controls({ isTable, onTable, hasChain }: ControlsProps) {
  const { run } = useConsole()
  const isPlaying = useSnapshot('scrub', (snapshot) => snapshot.matches('playing'))
  const speed = useSnapshot('scrub', ({ context }) => context.speed)
  return (
    <span className={styles.controls}>
      <Steps of="trade" command="scrub.trade" keys={['<', '>']} names={['Trade before', 'Next trade']} />
      <Steps
        of="minute"
        command="scrub.step"
        keys={[',', '.']}
        names={['A minute earlier', 'A minute later']}
      />
      <span className={styles.speeds}>
        <Segmented
          label="Speed"
          value={String(speed)}
          choices={speeds}
          onChange={(value) => run({ command: 'scrub.speed', args: { speed: Number(value) as ScrubSpeed } })}
        />
      </span>
      <Button size="small" keys="p" onPress={() => run({ command: 'scrub.play', args: {} })}>
        {isPlaying ? 'Stop' : 'Play'}
      </Button>
      <Button
        size="small"
        keys="Shift O"
        aria-expanded={hasChain}
        onPress={() => run({ command: 'scrub.chain', args: {} })}
      >
        Chain
      </Button>
      <TableSwitch isTable={isTable} onChange={onTable} />
    </span>
  )
}

interface StepsProps {
  readonly of: string
  readonly command: 'scrub.step' | 'scrub.trade'
  /** Earlier, later. */
  readonly keys: readonly [string, string]
  readonly names: readonly [string, string]
}

function Steps({ of, command, keys: [before, after], names: [earlier, later] }: StepsProps) {
  const { run } = useConsole()
  const isAtEnd = useSnapshot('scrub', ({ context }) => context.at === null)
  const step = (by: 1 | -1) => run({ command, args: { by } })
  return (
    <span className={styles.group}>
      <span className={text.muted}>{of}</span>
      <Button size="small" icon="left" keys={before} aria-label={earlier} onPress={() => step(-1)} />
      <Button
        size="small"
        icon="right"
        keys={after}
        aria-label={later}
        isDisabled={isAtEnd}
        onPress={() => step(1)}
      />
    </span>
  )
}

const useSliderKeys = (record: DayRecord) => {
  const { run, dispatch } = useConsole()
  const to = (at: number | null) => dispatch({ to: 'scrub', event: { type: 'scrub.to', at } })
  const step = (by: 1 | -1, isTrade: boolean) =>
    run({ command: isTrade ? 'scrub.trade' : 'scrub.step', args: { by } })
  const actOf = ({ key, shiftKey }: KeyboardEvent): (() => void) | null => {
    switch (key) {
      case 'ArrowLeft':
      case 'ArrowDown':
        return () => step(-1, shiftKey)
      case 'ArrowRight':
      case 'ArrowUp':
        return () => step(1, shiftKey)
      case 'Home':
        return () => to(record.opensAt)
      case 'End':
        return () => run({ command: 'scrub.end', args: {} })
      case ' ':
        return () => run({ command: 'scrub.play', args: {} })
      default:
        return null
    }
  }
  return (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? null : actOf(event)
    if (act === null) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
}

function Day({ record, isTable }: { readonly record: DayRecord; readonly isTable: boolean }) {
  const { dispatch } = useConsole()
  const at = useSnapshot('scrub', ({ context }) => context.at)
  const instant = at === null ? null : instantWithin(record, at)
  const then = useMemo(() => accountThen(record, instant ?? record.until), [record, instant])
  const onKeyDown = useSliderKeys(record)
  return (
    <div className={styles.day} data-table={isTable ? '' : undefined}>
      <ScrubChart
        record={record}
        then={then}
        isAtEnd={instant === null}
        onMove={(next) =>
          dispatch({ to: 'scrub', event: { type: 'scrub.to', at: instantWithin(record, next) } })
        }
        onKeyDown={onKeyDown}
      />
      {isTable ? (
        <div className={styles.tables}>
          <PositionsThen positions={then.positions} />
          <OrdersThen orders={then.openOrders} />
        </div>
      ) : (
        <Strip then={then} />
      )}
    </div>
  )
}

const money = (value: number) => <Signed value={value} format={formatSigned} />

function Strip({ then }: { readonly then: AccountThen }) {
  const nameOf = useInstrumentName()
  const orders = then.openOrders.length
  return (
    <dl className={styles.strip}>
      <div>
        <dt>at {clockOf(then.at)}</dt>
        <dd className={text.strong}>{money(then.total)}</dd>
        <dt>realised</dt>
        <dd>{money(then.realised)}</dd>
      </div>
      <div>
        <dt>orders, trades</dt>
        <dd>
          {formatNumber(orders, 0)}, {formatNumber(then.trades, 0)}
        </dd>
        <dt>NIFTY 50</dt>
        <dd>{then.index === null ? '–' : formatNumber(then.index)}</dd>
      </div>
      {then.positions.map(({ sym, quantity, price, m2m }) => (
        <div key={sym}>
          <dt className={text.strong}>
            <bdi>{nameOf(sym)}</bdi>
          </dt>
          <dd>{money(m2m)}</dd>
          <dt className={quantity > 0 ? text.buy : quantity < 0 ? text.sell : text.muted}>
            {quantity === 0 ? 'closed' : formatSigned(quantity, 0)}
          </dt>
          <dd>{price === null ? 'no price' : formatNumber(price)}</dd>
        </div>
      ))}
    </dl>
  )
}
