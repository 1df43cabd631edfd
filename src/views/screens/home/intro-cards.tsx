import { useCommand } from '../../kit/console.tsx'
import { openLine } from '../../kit/open-path.ts'
import { IntroArt, type IntroName } from './intro-art.tsx'
import styles from './intro-cards.module.css'

interface Intro {
  readonly art: IntroName
  readonly title: string
  readonly words: string
  readonly line: string
}

const intros: readonly Intro[] = [
  {
    art: 'equity',
    title: 'Equity',
    words: 'Rules on shares, in words',
    line: 'go equity trader',
  },
  {
    art: 'options',
    title: 'Options',
    words: 'Legs, presets, payoff',
    line: 'go options trader',
  },
  {
    art: 'automate',
    title: 'Automate',
    words: 'Let a strategy trade',
    line: 'go live strategies',
  },
  { art: 'virtual', title: 'Virtual', words: 'Practise with real rules', line: 'go positions' },
  { art: 'backtest', title: 'Backtest', words: 'Years of data in seconds', line: 'bt ' },
  { art: 'direct', title: 'Direct', words: 'Orders in one line', line: 'buy ' },
]

export function IntroCards() {
  const run = useCommand()
  return (
    <section className={styles.frame} aria-label="What you can do">
      <ul className={styles.cards}>
        {intros.map(({ art, title, words, line }) => (
          <li key={art} className={styles.card}>
            <button type="button" className={styles.button} onClick={() => run(openLine(line))}>
              <span className={styles.art}>
                <IntroArt name={art} />
              </span>
              <span className={styles.words}>
                <span className={styles.title}>{title}</span>
                <span className={styles.note}>{words}</span>
                <code className={styles.line}>› {line.trim()}</code>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
