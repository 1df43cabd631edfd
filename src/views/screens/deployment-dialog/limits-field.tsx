import type { DeployField } from '../../../domain/deployments/deploy-draft.ts'
import type { DeploymentLimits } from '../../../domain/deployments/deployment.ts'
import { StepField } from '../../kit/control/step-field.tsx'
import styles from './deploy.module.css'
import type { DeployForm } from './use-form.ts'

interface LimitRow {
  readonly field: keyof DeploymentLimits & DeployField
  readonly label: string
  readonly help: string
  readonly step: number
  readonly suffix?: string
}

const rows: readonly LimitRow[] = [
  { field: 'lossPerDay', label: 'Loss per day', help: 'then exits and pauses', step: 500, suffix: '₹' },
  { field: 'entriesPerDay', label: 'Entries per day', help: 'then no new entry', step: 1 },
  { field: 'lossesInARow', label: 'Losses in a row', help: 'then no new entry', step: 1 },
  { field: 'capital', label: 'Capital', help: 'most that is held', step: 10_000, suffix: '₹' },
]

export function LimitsField({ form: { draft, change, problemOf } }: { readonly form: DeployForm }) {
  const { limits } = draft
  return (
    <section aria-label="Limits" className={styles.group}>
      <h2 className={styles.legend}>
        Limits <span className={styles.small}>all symbols together</span>
      </h2>
      <div className={styles.limits}>
        {rows.map(({ field, label, help, step, suffix }) => (
          <StepField
            key={field}
            label={label}
            value={limits[field]}
            step={step}
            from={step}
            min={step === 1 ? 1 : 0}
            placeholder="none"
            help={help}
            problem={problemOf(field)}
            onChange={(value) => change({ limits: { ...limits, [field]: value } })}
            {...(suffix === undefined ? {} : { suffix })}
          />
        ))}
      </div>
    </section>
  )
}
