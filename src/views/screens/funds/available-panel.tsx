import { formatPercent, formatRupees, formatSignedRupees } from '../../../domain/format.ts'
import { roundToPaisa } from '../../../domain/money.ts'
import type { AccountFunds } from '../../../machines/analysis/account-funds.ts'
import type { LoadedHistory } from '../../../machines/analysis/account-history.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import text from '../../theme/text.module.css'
import styles from './funds-screen.module.css'

interface AvailablePanelProps {
  readonly funds: AccountFunds
  readonly today: LoadedHistory['days'][number] | null
  /** Why the figures are no longer read. */
  readonly message: string | null
}

export function AvailablePanel({ funds, today, message }: AvailablePanelProps) {
  const { openingBalance, cash, available, usedMargin, chargesToday, span, exposure } = funds
  const capital = today?.capital ?? 0
  const traded = roundToPaisa(cash - openingBalance - capital + chargesToday)
  const heldBack = roundToPaisa(cash - available - usedMargin)
  const other = roundToPaisa(usedMargin - span - exposure)
  const whole = Math.max(1, available + usedMargin)
  const share = (part: number): number => (100 * Math.max(0, part)) / whole
  const parts = [
    ['SPAN', span],
    ['Exposure', exposure],
    ['Intraday shares and open orders', other],
  ] as const
  return (
    <Panel
      title="Available"
      note="margins are estimates"
      aside={
        message === null ? (
          `${formatPercent(share(usedMargin), 0)} used`
        ) : (
          <span className={text.down}>{message}</span>
        )
      }
      className={styles.available}
    >
      <p className={styles.headline}>
        <b>{formatRupees(available)}</b>
      </p>
      <ul className={styles.equation} aria-label="Available balance breakdown">
        <Term sign="" name="Opening balance" value={formatRupees(openingBalance)} />
        {capital !== 0 && <Term sign="+" name="Capital" value={formatSignedRupees(capital)} />}
        <Term sign="+" name="Traded" value={formatSignedRupees(traded)} />
        <Term sign="−" name="Charges" value={formatRupees(chargesToday)} />
        {heldBack > 0 && <Term sign="−" name="Unsettled, free tomorrow" value={formatRupees(heldBack)} />}
        {heldBack < 0 && <Term sign="+" name="Intraday shares" value={formatRupees(-heldBack)} />}
        <Term sign="−" name="Used margin" value={formatRupees(usedMargin)} />
      </ul>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(([name, part]) => (
          <span key={name} style={{ width: `${share(part)}%` }} />
        ))}
      </div>
      <dl className={styles.parts}>
        {parts.map(([name, part]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatRupees(part)}</dd>
          </div>
        ))}
        <div>
          <dt>Option premium, today</dt>
          <dd>{formatRupees(funds.optionPremium)}</dd>
        </div>
        <div>
          <dt>Delivery, today</dt>
          <dd>{formatRupees(funds.delivery)}</dd>
        </div>
        <div>
          <dt>Can withdraw</dt>
          <dd>{formatRupees(Math.max(0, Math.floor(Math.min(available, cash))), 0)}</dd>
        </div>
      </dl>
    </Panel>
  )
}

interface TermProps {
  readonly sign: string
  readonly name: string
  readonly value: string
}

function Term({ sign, name, value }: TermProps) {
  return (
    <li>
      {sign !== '' && <span className={styles.sign}>{sign}</span>}
      <span className={styles.term}>
        <span>{name}</span>
        <span>{value}</span>
      </span>
    </li>
  )
}
