import {
  type DeploymentType,
  deploymentTitles,
  deploymentTypes,
} from '../../../domain/deployments/deployment.ts'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import styles from './deploy.module.css'

const sentences: Readonly<Record<DeploymentType, string>> = {
  live: 'Each signal waits as a proposal. Nothing is sent until you send it.',
  auto: 'Orders are sent to your account automatically at each signal, until you stop it.',
  paper: 'Filled on paper in the virtual account at live prices. No money moves.',
}

interface ModeFieldProps {
  readonly value: DeploymentType
  readonly onChange: (type: DeploymentType) => void
}

export function ModeField({ value, onChange }: ModeFieldProps) {
  return (
    <fieldset className={styles.modes}>
      <legend className={styles.legend}>Mode</legend>
      {deploymentTypes.map((type, index) => (
        <label key={type} className={styles.mode} data-type={type}>
          <input
            type="radio"
            name="mode"
            className={styles.radio}
            checked={type === value}
            onChange={() => onChange(type)}
            aria-describedby={`mode-${type}`}
          />
          <span className={styles.words}>
            <b className={styles.modeTitle}>{deploymentTitles[type]}</b>
            <span id={`mode-${type}`} className={styles.small}>
              {sentences[type]}
            </span>
          </span>
          <KeyCap keys={String(index + 1)} />
        </label>
      ))}
    </fieldset>
  )
}
