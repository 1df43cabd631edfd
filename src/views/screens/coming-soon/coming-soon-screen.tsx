import { matchRoute, useLocation, useRouter } from 'wouter'
import { screens } from '../../../domain/screens.ts'
import { useCommand } from '../../kit/console.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { Icon } from '../../kit/layout/icon.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { openLine } from '../../kit/open-path.ts'
import { navigationItems } from '../../shell/rail/navigation-items.ts'
import { useCurrentScreen } from '../../shell/use-current-screen.ts'
import styles from './coming-soon-screen.module.css'
import { comingSoonScreens } from './coming-soon-screens.ts'

const linesToday = [
  { line: 'bt ema(close,9) crosses above ema(close,21) on nifty 50 30d 5min', words: 'backtest an idea' },
  { line: 'scan rsi(14) < 30 and close > sma(close,200) on nifty500 day', words: 'scan the market' },
  { line: 'go backtest', words: 'saved runs and their reports' },
  { line: 'import', words: 'candles from your own files' },
]

export function ComingSoonScreen() {
  const run = useCommand()
  const { parser } = useRouter()
  const [location] = useLocation()
  const current = useCurrentScreen()
  const found = Object.entries(comingSoonScreens).find(([path]) => matchRoute(parser, path, location)[0])
  // A saved scanner's path is below that of the screen that creates scanners.
  const entry = screens.find(({ id, path }) => id === current && path.split('?')[0] === location)
  const title = entry?.title ?? found?.[1].title ?? 'Screen'
  const icon = navigationItems.find(({ screen }) => screen === current)?.icon ?? 'chart'
  const keys = current === null ? null : keysFor({ command: 'view.open', args: { view: current } })
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <span className={styles.icon}>
          <Icon name={icon} size={22} />
        </span>
        <ScreenTitle title={title}>{keys !== null && <KeyCap keys={keys} />}</ScreenTitle>
        <p className={styles.sentence}>{found?.[1].sentence}</p>
        <p className={styles.now}>What works now</p>
        <ul className={styles.lines}>
          {linesToday.map(({ line, words }) => (
            <li key={line}>
              <button type="button" className={styles.line} onClick={() => run(openLine(line))}>
                <code>
                  <b aria-hidden="true">›</b> {line}
                </code>
                <span>{words}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
