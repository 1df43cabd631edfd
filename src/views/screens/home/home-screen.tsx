import { istMinuteOfDay, toIstDate } from '../../../domain/time.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { longDate, marketStateAt } from '../../kit/market-state.ts'
import { ScreenTitle } from '../../kit/screen-title.tsx'
import { useMarketTime } from '../../kit/use-market-time.ts'
import { useNow } from '../../kit/use-now.ts'
import styles from './home-screen.module.css'
import { HomeTiles } from './home-tiles.tsx'
import { IndexStrip } from './index-strip.tsx'
import { IntroCards } from './intro-cards.tsx'
import { QuickCommands } from './quick-commands.tsx'
import { RecentList } from './recent-list.tsx'
import { SavedRunsBrief } from './saved-runs-brief.tsx'

const MINUTE = 60_000

/** What is true today, and what can be done from here. */
export function HomeScreen() {
  return (
    <div className={styles.page}>
      <Greeting />
      <HomeTiles />
      <div className={styles.columns}>
        <SavedRunsBrief />
        <QuickCommands />
        <div className={styles.stack}>
          <IndexStrip />
          <RecentList />
        </div>
      </div>
      <IntroCards />
    </div>
  )
}

function Greeting() {
  const now = useNow(MINUTE)
  const name = useSnapshot('auth', (auth) => auth.context.user?.userName ?? '')
  const source = useSnapshot('prices', (prices) => prices.context.rows[0]?.source ?? null)
  const at = useMarketTime(MINUTE)
  const isRealTime = useSnapshot('marketState', ({ context }) => (context.market?.clock ?? 'real') === 'real')
  const marketDay = isRealTime ? '' : ` on ${longDate(toIstDate(at))}`
  const prices = source === null ? '' : ` · ${source} prices${marketDay}`
  return (
    <ScreenTitle title={`${greetingAt(now)}, ${name}`} documentTitle="Home">
      <span>
        {longDate(toIstDate(now))} · {marketStateAt(at).words}
        {prices}
      </span>
    </ScreenTitle>
  )
}

const greetingAt = (at: number): string => {
  const hour = istMinuteOfDay(at) / 60
  if (hour < 12) return 'Good morning'
  return hour < 17 ? 'Good afternoon' : 'Good evening'
}
