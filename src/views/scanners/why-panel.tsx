import { lazy, Suspense, useMemo } from 'react'
import { candlesFrom } from '../../domain/charts/candle.ts'
import { countOf, formatNumber, formatSignedPercent } from '../../domain/format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../domain/instruments/instrument.ts'
import type { Scan } from '../../domain/scanners/scan.ts'
import { keyOfWhy } from '../../domain/scanners/scan-address.ts'
import type { ScanWhy } from '../../machines/scanners/scan.ts'
import type { PriceLine } from '../charts/candle-chart/lines/price-line.ts'
import { useConsole } from '../kit/console.tsx'
import { Button } from '../kit/control/button.tsx'
import { ErrorNotice } from '../kit/layout/notice.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { Skeleton } from '../kit/layout/skeleton.tsx'
import { openLine } from '../kit/open-path.ts'
import { Signed } from '../kit/price/signed.tsx'
import { RuleText } from '../kit/rule-text.tsx'
import text from '../theme/text.module.css'
import styles from './scan.module.css'
import { useScanAnswer } from './use-scan.ts'

const CandleChart = lazy(() =>
  import('../charts/candle-chart/candle-chart.tsx').then((module) => ({ default: module.CandleChart })),
)

interface WhyPanelProps {
  readonly scan: Scan
  readonly of: InstrumentId | null
}

export function WhyPanel({ scan, of }: WhyPanelProps) {
  if (of === null)
    return (
      <Panel title="Why" className={styles.why}>
        <AskSymbol />
      </Panel>
    )
  return <Why scan={scan} of={of} />
}

function AskSymbol() {
  const { run } = useConsole()
  return (
    <div className={styles.quiet}>
      <p>The rule, part by part, for the symbol under the cursor.</p>
      <Button onPress={() => run(openLine('why not '))}>Another symbol</Button>
    </div>
  )
}

function Why({ scan, of }: { readonly scan: Scan; readonly of: InstrumentId }) {
  const { run } = useConsole()
  const { output: why, message, again } = useScanAnswer('scanWhy', keyOfWhy(scan, of))
  const isTrue = why?.parts[0]?.isTrue ?? null
  const symbol = tradingSymbolOf(of)
  return (
    <Panel
      title={isTrue === false ? `Why not ${symbol}?` : `Why ${symbol}?`}
      note={
        why !== null && (
          <>
            {formatNumber(why.lastPrice)} <Signed value={why.dayChange} format={formatSignedPercent} />
          </>
        )
      }
      aside={
        <Button size="small" kind="quiet" onPress={() => run(openLine('why not '))}>
          Another symbol
        </Button>
      }
      className={styles.why}
    >
      {why === null && message !== null && <ErrorNotice message={message} onRetry={again} />}
      {why === null && message === null && <Skeleton rows={8} />}
      {why !== null && <Explained why={why} />}
    </Panel>
  )
}

type Part = ScanWhy['parts'][number]

const isComparison = ({ left, right, text: words }: Part): boolean =>
  left !== null || right !== null || (words !== 'all of' && words !== 'any of')

/** `34.60, 4.60 above 30.00`. */
const gapOf = ({ left, right }: Part): string => {
  if (left === null || right === null) return 'no value'
  const gap = left - right
  const beside = gap === 0 ? 'equal to' : `${formatNumber(Math.abs(gap))} ${gap < 0 ? 'below' : 'above'}`
  return `${formatNumber(left)}, ${beside} ${formatNumber(right)}`
}

const marks = { true: '✓', false: '×', null: '?' } as const
const words = { true: 'true', false: 'false', null: 'not known' } as const

function Explained({ why }: { readonly why: ScanWhy }) {
  const comparisons = why.parts.filter(isComparison)
  const trueOnes = comparisons.filter(({ isTrue }) => isTrue === true).length
  return (
    <div className={styles.explained}>
      <p className={styles.verdict}>
        <b>{`${trueOnes} of ${comparisons.length} true`}</b>
      </p>
      <ul className={styles.tree}>
        {why.parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one rule keep their places
          <li key={index} style={{ paddingLeft: `${0.75 + part.depth}rem` }} data-true={String(part.isTrue)}>
            <span className={styles.mark} aria-hidden="true">
              {marks[String(part.isTrue) as keyof typeof marks]}
            </span>
            <span className={styles.partText}>
              <RuleText rule={part.text} />
            </span>
            <span className={styles.gap}>
              {isComparison(part) ? gapOf(part) : words[String(part.isTrue) as keyof typeof words]}
              <span className="visually-hidden">
                {isComparison(part) ? `, ${words[String(part.isTrue) as keyof typeof words]}` : ''}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <Trigger why={why} />
      <WhyChart why={why} />
    </div>
  )
}

interface TriggerActsProps {
  readonly of: InstrumentId
  readonly price: number
  readonly isAbove: boolean
}

/** Each writes its line, to be looked at before it is sent. */
function TriggerActs({ of, price, isAbove }: TriggerActsProps) {
  const { run } = useConsole()
  const [symbol, level] = [tradingSymbolOf(of), price.toFixed(2)]
  const gtt = `gtt buy ${symbol} @${level} ${isAbove ? 'above' : 'below'} ${level}`
  const alert = `alert ${symbol} ${isAbove ? '>=' : '<='} ${level}`
  return (
    <div className={styles.acts}>
      <Button
        onPress={() => run(openLine(`buy ${symbol} @${level}`))}
      >{`Buy at ${formatNumber(price)}`}</Button>
      <Button onPress={() => run(openLine(gtt))}>GTT</Button>
      <Button onPress={() => run(openLine(alert))}>Alert</Button>
      <Button onPress={() => run({ command: 'chart.open', args: { instrument: of } })}>Chart</Button>
    </div>
  )
}

function Trigger({ why }: { readonly why: ScanWhy }) {
  const { ranges, low, high, price, goes, assumesVolume, segSym } = why
  const isWhole = ranges.length === 1 && ranges[0]?.from === low && ranges[0]?.to === high
  return (
    <div className={styles.trigger}>
      <p>{triggerWords(why, isWhole)}</p>
      {assumesVolume && ranges.length > 0 && <p className={text.muted}>Assumes average volume.</p>}
      {price !== null && goes !== null && goes !== 0 && (
        <TriggerActs of={segSym} price={price} isAbove={goes > 0} />
      )}
    </div>
  )
}

const triggerWords = ({ parts, ranges, low, high, goes }: ScanWhy, isWhole: boolean): string => {
  if (parts[0]?.isTrue === null && ranges.length === 0)
    return 'Not known: there are too few candles for a part of the rule.'
  const limits = `${formatNumber(low)} and ${formatNumber(high)}`
  if (ranges.length === 0)
    return `Cannot become true with the next close: tried every price between ${limits}.`
  if (isWhole) return `True at any next close between ${limits}.`
  const found = ranges
    .map(({ from, to }) =>
      from === to
        ? formatNumber(from)
        : from === low
          ? `up to ${formatNumber(to)}`
          : to === high
            ? `from ${formatNumber(from)}`
            : `${formatNumber(from)} to ${formatNumber(to)}`,
    )
    .join(', ')
  const way = goes === null || goes === 0 ? '' : ` (${formatSignedPercent(goes)} from here)`
  return `True if the candle closes ${found}${way}.`
}

function WhyChart({ why }: { readonly why: ScanWhy }) {
  const { instruments } = useConsole()
  const candles = useMemo(
    () =>
      candlesFrom((name) =>
        Float64Array.from(why.candles, (candle) =>
          name === 'time' ? candle.at : name === 'volume' || name === 'openInterest' ? 0 : candle[name],
        ),
      ),
    [why],
  )
  const lines = useMemo(() => linesOf(why), [why])
  return (
    <div className={styles.chart}>
      <Suspense fallback={<Skeleton rows={6} />}>
        <CandleChart
          label={`${tradingSymbolOf(why.segSym)}, ${countOf(why.candles.length, 'candle')}`}
          seriesKey={why.segSym}
          startsWhole
          candles={candles}
          priceLines={lines}
          priceBands={why.ranges}
          tickSize={instruments()?.find(why.segSym)?.tickSize ?? 0.05}
        />
      </Suspense>
    </div>
  )
}

const LINES_MAX = 4

/** Where the rule begins and ends to be true; a circuit limit is no such place. */
const linesOf = ({ ranges, low, high }: ScanWhy): readonly PriceLine[] =>
  ranges
    .flatMap(({ from, to }) => [
      ...(from === low ? [] : [{ price: from, label: 'True from' }]),
      ...(to === high ? [] : [{ price: to, label: 'True up to' }]),
    ])
    .slice(0, LINES_MAX)
    .map((line) => ({ id: `${line.label} ${line.price}`, kind: 'target' as const, ...line }))
