import { printLeg } from '../../../commands/grammar/option-legs.ts'
import type { BacktestParams, BacktestResult } from '../../../domain/backtest.ts'
import { formatNumber, formatRupees, formatSigned, formatSignedPercent } from '../../../domain/format.ts'
import type { LegAsk } from '../../../domain/option-run/rules.ts'
import { modelOf } from '../../../domain/trust/fill-band.ts'
import type { FillFigures, LegBreakEven, Reckoned } from '../../../domain/trust/trust.ts'
import { EmptyNotice } from '../../kit/notice.tsx'
import { Signed, toneOf } from '../../kit/signed.tsx'
import text from '../../theme/text.module.css'
import styles from './trust-panel.module.css'
import { TrustRows } from './trust-rows.tsx'
import { modelWords, reckonedInWords } from './trust-words.ts'

/** The same trades filled kinder and harsher, and how much slippage the result would bear. */
export function TrustBand({
  result,
  params,
}: {
  readonly result: BacktestResult
  readonly params: BacktestParams
}) {
  if (result.trust === undefined)
    return (
      <EmptyNotice title="Not reckoned">
        This run was saved before there was a band. Run it again.
      </EmptyNotice>
    )
  const { band, breakEvenBps, breakEvenOfLegs = [] } = result.trust
  const legs = params.options?.legs ?? []
  return (
    <>
      <BandTable band={band} chosen={modelOf(params)} />
      <TrustRows
        label="Slippage"
        rows={[breakEvenRow(breakEvenBps), ...breakEvenOfLegs.map((leg, place) => legRow(leg, legs[place]))]}
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
          <th scope="col">Fills at</th>
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
              {figures.model === chosen && <small>the report</small>}
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

/** How far from 0 this model ends, beside the furthest; losses go left. */
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

const legRow = ({ bps, points }: LegBreakEven, leg: LegAsk | undefined) => ({
  label: `Break-even of ${leg === undefined ? 'the leg' : printLeg(leg)}`,
  ...reckonedInWords(
    points,
    (value) => (value === null ? formatNumber(null) : formatRupees(value)),
    `A unit on every order of this leg alone, ${formatNumber(bps.value, 0)} bps of its premium`,
  ),
})

const breakEvenRow = (breakEven: Reckoned) => ({
  label: 'Break-even slippage',
  ...reckonedInWords(
    breakEven,
    (value) => (value === null ? formatNumber(null) : `${formatNumber(value, 1)} bps`),
    'On every fill, at which the net P&L is 0',
  ),
})
