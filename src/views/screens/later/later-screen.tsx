import { matchRoute, useLocation, useRouter } from 'wouter'
import { screens } from '../../../commands/screens.ts'
import { useConsole } from '../../kit/console.tsx'
import { Icon } from '../../kit/icon.tsx'
import { KeyCap } from '../../kit/key-cap.tsx'
import { keysFor } from '../../kit/keys-for.ts'
import { ScreenTitle } from '../../kit/screen-title.tsx'
import { allPlaces } from '../../shell/places.ts'
import { useCurrentScreen } from '../../shell/use-current-screen.ts'
import styles from './later-screen.module.css'
import { laterScreens } from './later-screens.ts'

/** What works today from anywhere: lines to try, each with its words. */
const linesToday = [
  { line: 'bt ema(close,9) crosses above ema(close,21) on nifty 50 30d 5min', words: 'backtest an idea' },
  { line: 'go backtest', words: 'saved runs and their reports' },
  { line: 'import', words: 'candles from your own files' },
]

/** One sentence on what will stand here, and what can be done meanwhile. */
export function LaterScreen() {
  const { actors } = useConsole()
  const { parser } = useRouter()
  const [location] = useLocation()
  const current = useCurrentScreen()
  const found = Object.entries(laterScreens).find(([path]) => matchRoute(parser, path, location)[0])
  // A saved scanner is a place of its own below the one that creates scanners.
  const entry = screens.find(({ id, path }) => id === current && path.split('?')[0] === location)
  const title = entry?.title ?? found?.[1].title ?? 'Screen'
  const icon = allPlaces.find(({ screen }) => screen === current)?.icon ?? 'chart'
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
              <button
                type="button"
                className={styles.line}
                onClick={() => actors.palette.send({ type: 'palette.open', line })}
              >
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
