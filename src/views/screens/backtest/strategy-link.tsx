import { Link } from 'wouter'
import type { BacktestParams } from '../../../domain/backtests/backtest.ts'
import { pathOf } from '../../../domain/screens.ts'
import { useSnapshot } from '../../kit/console.tsx'
import text from '../../theme/text.module.css'

/** Leads to the strategy in its list, with the cursor on it. */
export function StrategyLink({ params: { name, strategy } }: { readonly params: BacktestParams }) {
  const isSample = useSnapshot('sampleStrategies', ({ context }) =>
    context.known.some(({ slug }) => slug === strategy?.slug),
  )
  if (strategy === undefined) return null
  const { slug, version } = strategy
  return (
    <Link
      className={text.buy ?? ''}
      href={pathOf(isSample ? 'discover-strategies' : 'my-strategies', { slug })}
    >
      <bdi>{isSample ? name : `${name} v${version}`}</bdi>
    </Link>
  )
}
