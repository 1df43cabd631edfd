import type { IntroPage } from '../../../domain/learning/intro-address.ts'
import { useCommand } from '../../kit/console.tsx'
import { IntroArt } from './intro-art.tsx'
import styles from './intro-cards.module.css'

interface Card {
  readonly page: IntroPage
  readonly title: string
  readonly words: string
}

const cards: readonly Card[] = [
  { page: 'equity', title: 'Equity', words: 'Rules in words' },
  { page: 'options', title: 'Options', words: 'Legs and payoff' },
  { page: 'automate', title: 'Automate', words: 'Strategies that run' },
  { page: 'virtual', title: 'Virtual', words: 'Real rules, no risk' },
  { page: 'backtest', title: 'Backtest', words: 'Years in seconds' },
  { page: 'direct', title: 'Direct', words: 'Orders in a line' },
]

export function IntroCards() {
  const run = useCommand()
  return (
    <section className={styles.frame} aria-label="First steps">
      <ul className={styles.cards}>
        {cards.map(({ page, title, words }) => (
          <li key={page} className={styles.card}>
            <button
              type="button"
              className={styles.button}
              onClick={() => run({ command: 'intro.open', args: { page } })}
            >
              <span className={styles.art}>
                <IntroArt name={page} />
              </span>
              <span className={styles.words}>
                <span className={styles.title}>{title}</span>
                <span className={styles.note}>{words}</span>
                <code className={styles.line}>› intro {page}</code>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
