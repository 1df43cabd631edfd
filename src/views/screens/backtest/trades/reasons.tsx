import type {
  Reading,
  Reason,
  TradeReasons,
} from '../../../../domain/backtests/trade-reasons/trade-reasons.ts'
import { fullInstant, shortInstant } from '../../../kit/instants.ts'
import text from '../../../theme/text.module.css'
import styles from './review-pane.module.css'
import type { TradeRow } from './trade-row.ts'

export function ReasonSentences({
  trade,
  reasons,
}: Pick<TradeRow, 'trade'> & { readonly reasons: TradeReasons }) {
  const now = Date.now()
  return (
    <div className={styles.sentences}>
      <p>
        <span className={text.strong}>Entered {shortInstant(trade.entryAt, now)}:</span> {reasons.entry.text}
      </p>
      <p>
        <span className={text.strong}>Exited {shortInstant(trade.exitAt, now)}:</span> {reasons.exit.text}
      </p>
    </div>
  )
}

export function ReadingTables({ reasons: { entry, exit } }: { readonly reasons: TradeReasons }) {
  return (
    <div className={styles.readings}>
      <ReadingTable title="Entry signal" reason={entry} />
      <ReadingTable title="Exit signal" reason={exit} />
    </div>
  )
}

function ReadingTable({ title, reason }: { readonly title: string; readonly reason: Reason }) {
  const { signalAt, readings } = reason
  if (signalAt === null) return null
  return (
    <table className={styles.values}>
      <caption>
        {title}: candle of {fullInstant(signalAt)}
      </caption>
      <thead>
        <tr>
          <th scope="col">Operand</th>
          <th scope="col" className={text.number}>
            Candle before
          </th>
          <th scope="col" className={text.number}>
            Signal candle
          </th>
        </tr>
      </thead>
      <tbody>
        {readings.map((reading) => (
          <ReadingRow key={reading.operand} reading={reading} />
        ))}
      </tbody>
    </table>
  )
}

function ReadingRow({ reading: { operand, before, now } }: { readonly reading: Reading }) {
  return (
    <tr>
      <th scope="row" className={text.mono}>
        {operand}
      </th>
      <td className={`${text.number} ${text.muted}`}>{before}</td>
      <td className={text.number}>{now}</td>
    </tr>
  )
}
