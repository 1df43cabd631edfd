import { toIstDate } from '../../../domain/time.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { Later } from '../../kit/deferred.tsx'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { openLine } from '../../kit/open-path.ts'
import { longDate, marketStateAt } from '../../kit/price/market-state.ts'
import { AheadPanel } from './ahead-panel.tsx'
import { BreadthPanel } from './breadth-panel.tsx'
import { GapsPanel } from './gaps-panel.tsx'
import { HomeOrders } from './home-orders.tsx'
import { HomePositions } from './home-positions.tsx'
import styles from './home-screen.module.css'
import { IndicesPanel } from './indices-panel.tsx'
import { IntroCards } from './intro-cards.tsx'
import { QuickCommands } from './quick-commands.tsx'
import { RecentList } from './recent-list.tsx'
import { SavedRunsBrief } from './saved-runs-brief.tsx'
import { TodayPanel } from './today-panel.tsx'

const MINUTE = 60_000

export function HomeScreen() {
  return (
    <div className={styles.page}>
      <Title />
      <div className={styles.columns}>
        <div className={styles.own}>
          <TodayPanel />
          <HomePositions />
          <HomeOrders />
        </div>
        <Later>
          <div className={styles.market}>
            <IndicesPanel />
            <BreadthPanel />
            <GapsPanel />
            <AheadPanel />
          </div>
        </Later>
        <Later turn={2}>
          <div className={styles.work}>
            <SavedRunsBrief />
            <QuickCommands />
            <RecentList />
          </div>
        </Later>
      </div>
      <IntroCards />
    </div>
  )
}

function Title() {
  const run = useCommand()
  const at = useMarketTime(MINUTE)
  const source = useSnapshot('prices', ({ context }) => context.rows[0]?.source ?? null)
  const isRealTime = useSnapshot('marketState', ({ context }) => (context.market?.clock ?? 'real') === 'real')
  const open = useSnapshot('positions', ({ context }) =>
    (context.output?.net ?? []).some(({ quantity }) => quantity !== 0),
  )
  const exitAll = { command: 'positions.exitAll', args: {} } as const
  return (
    <ScreenTitle
      title={longDate(toIstDate(at))}
      documentTitle="Home"
      actions={
        <>
          <Button kind="primary" keys="b" onPress={() => run(openLine('buy '))}>
            New order
          </Button>
          <Button isDisabled={!open} keys={keysFor(exitAll) ?? ''} onPress={() => run(exitAll)}>
            Exit all
          </Button>
        </>
      }
    >
      <span>{marketStateAt(at).words}</span>
      {source !== null && (
        <Badge tone="amber">{isRealTime ? `${source} prices` : `${source} prices, not real time`}</Badge>
      )}
    </ScreenTitle>
  )
}
