import { isActive, shortDeploymentTitles } from '../../../domain/deployments/deployment.ts'
import { textOfInstrument } from '../../../domain/instruments/instrument-names.ts'
import { allDeployments } from '../../../machines/deployments/find-deployment.ts'
import { useSnapshot } from '../../kit/console.tsx'
import styles from './deploy.module.css'
import type { DeployForm } from './use-form.ts'

/** Deployments of the same strategy on the same symbols would trade beside this one. */
export function OtherRuns({ form: { deployed, draft } }: { readonly form: DeployForm }) {
  const lines = useSnapshot('deployments', ({ context }) =>
    allDeployments(context)
      .filter(({ slug, status }) => slug === deployed.slug && isActive(status))
      .flatMap(({ version, type, segSyms }) => {
        const shared = segSyms.filter((symbol) => draft.segSyms.includes(symbol))
        return shared.length === 0
          ? []
          : [
              `Version ${version} already runs on ${shared.map(textOfInstrument).join(', ')} (${shortDeploymentTitles[type]}); both would trade.`,
            ]
      })
      .join('\n'),
  )
  if (lines === '') return null
  return (
    <ul className={styles.others} role="status">
      {lines.split('\n').map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
