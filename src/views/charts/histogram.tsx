import { GridRows } from '@visx/grid'
import { scaleLinear } from '@visx/scale'
import { useMemo } from 'react'
import text from '../theme/text.module.css'
import { MarksBeside, marksOf, NumberAxis } from './axes.tsx'
import { ChartFrame, type ChartSize } from './chart-frame.tsx'
import { CursorFrame, Readout } from './cursor-frame.tsx'
import { useCursor } from './use-cursor.ts'

interface HistogramBin {
  readonly from: number
  readonly to: number
  readonly count: number
}

interface HistogramProps {
  /** Adjacent, of equal width, ascending. */
  readonly bins: readonly HistogramBin[]
  readonly summary: string
  readonly format: (value: number) => string
  readonly noun: string
}

const AXIS_WIDTH = 40
const AXIS_HEIGHT = 22
const TOP = 10
const GAP = 1

export function Histogram(props: HistogramProps) {
  return <ChartFrame>{(size) => <Drawing {...props} {...size} />}</ChartFrame>
}

function Drawing({ bins, summary, format, noun, width, height }: HistogramProps & ChartSize) {
  const plot = useMemo(() => plotOf(bins, width, height), [bins, width, height])
  const cursor = useCursor(bins.length, { across: 1, along: 1 })
  const bin = cursor.at === null ? undefined : bins[cursor.at]
  const words = (of: HistogramBin) => `${format(of.from)} to ${format(of.to)}: ${of.count} ${noun}`
  const nearest = (pixel: number) => {
    const index = bins.findIndex(({ to }) => plot.across(to) > pixel)
    return index < 0 ? bins.length - 1 : index
  }
  return (
    <CursorFrame
      label={`Distribution of ${noun}`}
      cursor={cursor}
      length={bins.length}
      restsAt={0}
      valueText={bin === undefined ? summary : words(bin)}
      nearest={nearest}
    >
      <svg width={width} height={height} aria-hidden="true">
        <GridRows scale={plot.up} width={plot.width} tickValues={plot.counts} stroke="var(--line)" />
        {bins.map((of, index) => (
          <rect
            key={of.from}
            className={of.from < 0 ? text.down : text.up}
            fill="currentColor"
            fillOpacity={cursor.at === null || cursor.at === index ? 0.75 : 0.35}
            x={plot.across(of.from) + GAP / 2}
            width={Math.max(1, plot.across(of.to) - plot.across(of.from) - GAP)}
            y={plot.up(of.count)}
            height={plot.up(0) - plot.up(of.count)}
          />
        ))}
        <MarksBeside left={plot.width} marks={marksOf(plot.up, plot.counts, String)} />
        <NumberAxis top={height - AXIS_HEIGHT} scale={plot.across} values={plot.marks} format={format} />
      </svg>
      {bin && (
        <Readout
          isCursorRight={plot.across(bin.from) > plot.width / 2}
          right={AXIS_WIDTH}
          title={`${format(bin.from)} to ${format(bin.to)}`}
        >
          <b>
            {bin.count} {noun}
          </b>
        </Readout>
      )}
    </CursorFrame>
  )
}

const plotOf = (bins: readonly HistogramBin[], width: number, height: number) => {
  const plotWidth = Math.max(10, width - AXIS_WIDTH)
  const low = bins[0]?.from ?? 0
  const high = bins.at(-1)?.to ?? 1
  const most = bins.reduce((top, { count }) => Math.max(top, count), 1)
  const across = scaleLinear({
    domain: low === high ? [low - 1, high + 1] : [low, high],
    range: [0, plotWidth],
  })
  const up = scaleLinear({ domain: [0, most], range: [height - AXIS_HEIGHT, TOP] })
  return {
    width: plotWidth,
    across,
    up,
    counts: up.ticks(Math.max(2, Math.floor(height / 60))).filter(Number.isInteger),
    marks: across.ticks(Math.max(2, Math.floor(plotWidth / 90))).filter(
      // A centred label must not overhang the edge.
      (at) => across(at) > 24 && across(at) < plotWidth - 24,
    ),
  }
}
