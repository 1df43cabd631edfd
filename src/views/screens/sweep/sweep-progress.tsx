import { countOfPlan } from '../../../domain/backtests/sweep/sweep-plan.ts'
import { formatNumber } from '../../../domain/format.ts'
import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { useSnapshot } from '../../kit/console.tsx'
import styles from './sweep-screen.module.css'

export function SweepProgress() {
  const prepared = useSnapshot('sweep', ({ context }) => context.prepared)
  const at = useSnapshot('sweep', ({ context }) => context.at)
  const done = useSnapshot('sweep', ({ context }) => context.done)
  const symbol = useSnapshot('sweep', ({ context }) => context.symbols[context.at])
  const isCancelling = useSnapshot('sweep', (sweep) =>
    sweep.matches({ working: { computing: 'cancelling' } }),
  )
  const each = prepared === null ? 0 : countOfPlan(prepared.plan) * (prepared.windows?.length ?? 1)
  const all = each * (prepared?.contracts.length ?? 1)
  const made = at * each + done
  const words =
    symbol === undefined
      ? 'preparing'
      : `${tradingSymbolOf(symbol.instrument)}: ${symbol.state === 'loadingCandles' ? 'loading candles' : 'running'}`
  return (
    <div className={styles.progress}>
      <div
        className={styles.track}
        role="progressbar"
        aria-label="Combinations done"
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={made}
      >
        <span className={styles.bar} style={{ width: `${all === 0 ? 0 : (made / all) * 100}%` }} />
      </div>
      <span>
        {isCancelling ? 'cancelling' : words} · {formatNumber(made, 0)} / {formatNumber(all, 0)}
      </span>
    </div>
  )
}
