import { lazy, Suspense, useEffect, useRef } from 'react'
import { type ReviewPart, reviewParts } from '../../../../machines/backtests/trade-review.ts'
import { useCommand, useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { keysFor } from '../../../kit/control/keys-for.ts'
import { Segmented } from '../../../kit/control/segmented.tsx'
import { PHONE, useMedia } from '../../../kit/hooks/use-media.ts'
import { EmptyNotice, ErrorNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { Skeleton } from '../../../kit/layout/skeleton.tsx'
import { TradeFacts } from './facts.tsx'
import { ReadingTables, ReasonSentences } from './reasons.tsx'
import styles from './review-pane.module.css'
import type { TradeRow } from './trade-row.ts'

const ReviewChart = lazy(() =>
  import('./review-chart.tsx').then((module) => ({ default: module.ReviewChart })),
)

const partNames: Readonly<Record<ReviewPart, string>> = { chart: 'Chart', why: 'Why' }
const parts = reviewParts.map((value) => ({ value, label: partNames[value] }))
const commandOf = { chart: 'trade.chart', why: 'trade.why' } as const

interface ReviewPaneProps {
  readonly row: TradeRow
  readonly className?: string | undefined
}

export function ReviewPane({ row, className }: ReviewPaneProps) {
  const { dispatch } = useConsole()
  const run = useCommand()
  const isPhone = useMedia(PHONE)
  const part = useSnapshot('tradeReview', ({ context }) => context.part)
  const keys = useSnapshot('tradeReview', ({ context }) => context.keys)
  const index = keys.indexOf(row.key)
  return (
    <Panel
      title={isPhone ? row.symbol : `Trade in ${row.symbol}`}
      note={index < 0 ? undefined : `${index + 1} of ${keys.length}`}
      className={className}
      aside={
        <>
          <Segmented
            label="Part"
            value={part}
            choices={parts}
            onChange={(value) => run({ command: commandOf[value], args: {} })}
          />
          <StepButton by={-1} isDisabled={index <= 0} />
          <StepButton by={1} isDisabled={index < 0 || index === keys.length - 1} />
          <Button
            kind="quiet"
            icon="close"
            aria-label="Close the trade"
            onPress={() => dispatch({ to: 'tradeReview', event: { type: 'review.close' } })}
          />
        </>
      }
    >
      <Body row={row} part={part} />
    </Panel>
  )
}

function StepButton({ by, isDisabled }: { readonly by: 1 | -1; readonly isDisabled: boolean }) {
  const run = useCommand()
  const isPhone = useMedia(PHONE)
  const call = { command: 'trade.step', args: { by } } as const
  return (
    <Button
      kind="quiet"
      icon={by === 1 ? 'down' : 'up'}
      {...(isPhone ? {} : { keys: keysFor(call) ?? '' })}
      isDisabled={isDisabled}
      aria-label={by === 1 ? 'Next trade' : 'Previous trade'}
      onPress={() => run(call)}
    />
  )
}

function Body({ row, part }: { readonly row: TradeRow; readonly part: ReviewPart }) {
  const { dispatch } = useConsole()
  const reviewed = useSnapshot('tradeReview', ({ context }) => context.reviewed)
  const message = useSnapshot('tradeReview', ({ context }) => context.message ?? '')
  const isGone = useSnapshot('tradeReview', (review) => review.matches('gone'))
  const hasFailed = useSnapshot('tradeReview', (review) => review.matches('failed'))
  const current = reviewed?.key === row.key ? reviewed : null
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The table brings its row into view first.
    const frameId = requestAnimationFrame(() => body.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frameId)
  }, [])
  return (
    <div ref={body} className={styles.body}>
      <div className={styles.said} aria-live="polite">
        {isGone && <EmptyNotice icon="warning" title={message} />}
        {hasFailed && (
          <ErrorNotice
            message={message}
            onRetry={() => dispatch({ to: 'tradeReview', event: { type: 'review.retry' } })}
          />
        )}
        {current !== null && <ReasonSentences trade={row.trade} reasons={current.reasons} />}
        {current === null && !isGone && !hasFailed && (
          <div role="status" aria-label="Reading the candles of this trade">
            <Skeleton rows={2} />
          </div>
        )}
      </div>
      {part === 'chart' && reviewed !== null && isOfOneSymbol(reviewed.key, row.key) && (
        <div className={styles.chart}>
          <Suspense fallback={<Skeleton rows={6} />}>
            <ReviewChart reviewed={reviewed} symbol={row.symbol} />
          </Suspense>
        </div>
      )}
      {part === 'why' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
        <section className={styles.why} tabIndex={0} aria-label="Facts and values">
          <TradeFacts trade={row.trade} />
          {current !== null && <ReadingTables reasons={current.reasons} />}
        </section>
      )}
    </div>
  )
}

/** While another trade of the same candles is read, the chart stays. */
const isOfOneSymbol = (one: string, other: string): boolean => one.split('#')[0] === other.split('#')[0]
