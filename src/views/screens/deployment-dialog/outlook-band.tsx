import { whatWillHappen } from '../../../domain/deployments/deploy-draft.ts'
import { formatSignedRupees } from '../../../domain/format.ts'
import text from '../../theme/text.module.css'
import styles from './deploy.module.css'
import { useStartsAt } from './starts-at.ts'
import type { DeployForm } from './use-form.ts'

export function OutlookBand({ form: { deployed, draft } }: { readonly form: DeployForm }) {
  const startsAt = useStartsAt()
  return (
    <div className={styles.band}>
      <section aria-label="What will happen" className={styles.happens}>
        <h2 className={styles.kicker}>What will happen</h2>
        <p aria-live="polite">{whatWillHappen(deployed.strategy, draft)}</p>
        <p className={text.second}>
          {startsAt === null ? '' : `The market is closed: it starts at ${startsAt}. `}
          Editing the strategy later does not change this deployment.
        </p>
      </section>
      <section aria-label="Max loss per day" className={styles.loss}>
        <h2 className={styles.kicker}>Max loss per day</h2>
        <MostLoss lossPerDay={draft.limits.lossPerDay} isAuto={draft.type === 'auto'} />
      </section>
    </div>
  )
}

interface MostLossProps {
  readonly lossPerDay: number | null
  readonly isAuto: boolean
}

function MostLoss({ lossPerDay, isAuto }: MostLossProps) {
  if (lossPerDay === null || lossPerDay <= 0)
    return (
      <>
        <p className={`${styles.figure} ${text.down}`}>No limit</p>
        <p className={text.second}>
          {isAuto
            ? 'Automatic needs a loss limit: enter a loss per day.'
            : 'It keeps trading after any loss.'}
        </p>
      </>
    )
  return (
    <>
      <p>
        <span className={`${styles.figure} ${text.down}`}>{formatSignedRupees(-lossPerDay, 0)}</span>
        <span className={text.second}> then it exits and pauses</span>
      </p>
      <p className={text.second}>Its exits fill after the limit, so a jump of the price can cost more.</p>
    </>
  )
}
