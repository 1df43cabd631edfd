import type { ReactNode } from 'react'
import { Button } from '../control/button.tsx'
import { PressOrTap } from '../control/press-or-tap.tsx'
import type { RowAct } from '../table/row-menu.tsx'
import styles from './strip.module.css'

interface StripFigure {
  readonly label: string
  readonly value: ReactNode
}

interface StripProps {
  readonly label: string
  readonly kicker: string
  readonly title: ReactNode
  readonly acts?: readonly RowAct[]
  readonly figures?: readonly StripFigure[]
  readonly children?: ReactNode
}

export function EmptyStrip({ of }: { readonly of: string }) {
  const choose = <PressOrTap press="Select one with j and k" tap="Tap one to select it" />
  return <Strip label={`Selected ${of}`} kicker={`No ${of} selected`} title={choose} />
}

export function Strip({ label, kicker, title, acts = [], figures = [], children }: StripProps) {
  return (
    <section className={styles.strip} aria-label={label}>
      <div className={styles.subject}>
        <p className={styles.kicker}>{kicker}</p>
        <p className={styles.title}>{title}</p>
        <div className={styles.acts}>
          {acts.map(({ id, title: name, keys, answers, isDisabled, run }) => (
            <Button
              key={id}
              kind="quiet"
              isDisabled={isDisabled ?? false}
              onPress={run}
              {...(keys ? { keys } : {})}
              {...(answers ? { 'data-answers': answers, 'data-answers-title': name } : {})}
            >
              {name}
            </Button>
          ))}
        </div>
      </div>
      {children}
      {figures.length > 0 && (
        <dl className={styles.figures}>
          {figures.map(({ label: name, value }) => (
            <div key={name} className={styles.figure}>
              <dt className={styles.kicker}>{name}</dt>
              <dd className={styles.value}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
