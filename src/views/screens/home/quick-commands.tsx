import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import { openLine } from '../../kit/open-path.ts'
import screen from './home-screen.module.css'
import styles from './quick-commands.module.css'

const HISTORY_SHOWN = 3
const LINES_MAX = 9

const lines = [
  { line: 'tour', words: 'an order, a backtest and a scan in three minutes' },
  { line: 'buy 2l nifty atm ce @ask mis', words: 'an order: margin, charges and limits before Enter' },
  { line: 'chart nifty 50 5min', words: 'a chart with its indicators' },
  { line: 'a reliance, infy, tcs, hdfcbank', words: 'add to the watchlist' },
  { line: 'bt ema(close,9) crosses above ema(close,21) on nifty 50 30d 5min', words: 'backtest a crossover' },
  {
    line: 'bt rsi(14) < 30 exit rsi(14) > 55 on reliance 1y day',
    words: 'buy oversold RSI, a year of daily candles',
  },
  { line: 'bt options sell atm straddle on nifty at 09:20 exit 15:15', words: 'a straddle, day by day' },
  {
    line: 'sweep ema(close,5..15:5) crosses above ema(close,20..60:10) on nifty 50 5min',
    words: 'many parameters at once',
  },
  { line: 'import', words: 'candles from your own files' },
  { line: 'theme', words: 'light or dark' },
]

export function QuickCommands() {
  const run = useCommand()
  const history = useSnapshot('palette', ({ context }) => context.history)
  const mine = history.slice(0, HISTORY_SHOWN).map((line) => ({ line, words: 'yours' }))
  const others = lines.filter(({ line }) => mine.every((own) => own.line !== line))
  const shown = [...mine, ...others].slice(0, LINES_MAX)
  return (
    <Panel
      title="Quick commands"
      className={screen.grows}
      aside={<KeyCap keys={keysFor({ command: 'palette.toggle', args: {} }) ?? ''} />}
    >
      <ul className={styles.lines}>
        {shown.map(({ line, words }) => (
          <li key={line}>
            <button type="button" className={styles.line} onClick={() => run(openLine(line))}>
              <code>
                <b aria-hidden="true">›</b> {line}
              </code>
              <small>{words}</small>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
