import { printLeg } from '../../../../commands/grammar/orders/option-legs.ts'
import type { BacktestParams, BacktestResult } from '../../../../domain/backtests/backtest.ts'
import type { LegSpec } from '../../../../domain/backtests/option-run/rules.ts'
import { modelOf } from '../../../../domain/backtests/robustness/fill-band.ts'
import type {
  FillFigures,
  LegBreakEven,
  Reckoned,
} from '../../../../domain/backtests/robustness/robustness.ts'
import { formatNumber, formatRupees, formatSigned, formatSignedPercent } from '../../../../domain/format.ts'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Signed, toneOf } from '../../../kit/price/signed.tsx'
import text from '../../../theme/text.module.css'
import styles from './robustness-panel.module.css'
import { RobustnessRows } from './robustness-rows.tsx'
import { modelWords, reckonedInWords } from './robustness-texts.ts'

export function RobustnessBand({
  result,
  params,
}: {
  readonly result: BacktestResult
  readonly params: BacktestParams
}) {
  if (result.robustness === undefined)
    return (
      <EmptyNotice title="Not available">
        This run was saved by an older version. Run it again to see its fill models.
      </EmptyNotice>
    )
  const { band, breakEvenBps, breakEvenOfLegs = [] } = result.robustness
  const legs = params.options?.legs ?? []
  return (
    <>
      <BandTable band={band} chosen={modelOf(params)} />
      <RobustnessRows
        label="Slippage"
        rows={[breakEvenRow(breakEvenBps), ...breakEvenOfLegs.map((leg, index) => legRow(leg, legs[index]))]}
      />
    </>
  )
}

const whole = (value: number | null) => formatSigned(value, 0)

function BandTable({ band, chosen }: { readonly band: readonly FillFigures[]; readonly chosen: string }) {
  const most = Math.max(...band.map(({ finalPnl }) => Math.abs(finalPnl)), 1)
  return (
    <table className={styles.band} aria-label="Results by fill model">
      <thead className={styles.heads}>
        <tr>
          <th scope="col">Fill model</th>
          <th scope="col" className={text.number}>
            Net P&L
          </th>
          <th scope="col" className={`${text.number} ${styles.spare}`}>
            Return
          </th>
          <th scope="col" className={text.number}>
            Sharpe
          </th>
          <th scope="col" className={text.number}>
            DD %
          </th>
          <th scope="col" className={`${text.number} ${styles.spare}`}>
            Trades
          </th>
        </tr>
      </thead>
      <tbody>
        {band.map((figures) => (
          <tr key={figures.model} className={figures.model === chosen ? styles.chosen : undefined}>
            <th scope="row" title={modelWords[figures.model].help}>
              {modelWords[figures.model].name}
              {figures.model === chosen && <small>this report</small>}
              <Reach pnl={figures.finalPnl} most={most} />
            </th>
            <td className={text.number}>
              <Signed value={figures.finalPnl} format={whole} />
            </td>
            <td className={`${text.number} ${styles.spare}`}>{formatSignedPercent(figures.return)}</td>
            <td className={text.number}>{formatNumber(figures.sharpe)}</td>
            <td className={text.number}>{formatNumber(figures.maxDraw)}</td>
            <td className={`${text.number} ${styles.spare}`}>{formatNumber(figures.trades, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Relative to the largest result; losses go left. */
function Reach({ pnl, most }: { readonly pnl: number; readonly most: number }) {
  const share = (Math.abs(pnl) / most) * 50
  const tone = toneOf(pnl)
  return (
    <span className={styles.reach} aria-hidden="true">
      <span
        className={tone === undefined ? undefined : styles[tone]}
        style={{ left: `${pnl < 0 ? 50 - share : 50}%`, width: `${share}%` }}
      />
    </span>
  )
}

const legRow = ({ bps, points }: LegBreakEven, leg: LegSpec | undefined) => ({
  label: `Break-even, ${leg === undefined ? 'leg' : printLeg(leg)}`,
  ...reckonedInWords(
    points,
    (value) => (value === null ? formatNumber(null) : formatRupees(value)),
    `Per unit, on orders of this leg only: ${formatNumber(bps.value, 0)} bps of its premium`,
  ),
})

const breakEvenRow = (breakEven: Reckoned) => ({
  label: 'Break-even slippage',
  ...reckonedInWords(
    breakEven,
    (value) => (value === null ? formatNumber(null) : `${formatNumber(value, 1)} bps`),
    'Slippage per fill at which net P&L is 0',
  ),
})
