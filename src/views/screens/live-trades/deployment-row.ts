import type { UsedToday } from '../../../domain/deployments/limit-used.ts'
import type { PricedRun } from '../../../domain/deployments/live-pnl.ts'
import { countOf, formatNumber } from '../../../domain/format.ts'
import type { Deployment, DeploymentRun } from '../../../machines/deployments/deployments.ts'

export interface DeploymentRow {
  readonly key: string
  readonly deployment: Deployment
  /** The only instrument of a deployment, or the one that this row under it shows. */
  readonly run: DeploymentRun | null
  readonly kind: 'single' | 'folded' | 'unfolded' | 'symbol'
}

const keyOfRun = ({ deploymentUuid }: Deployment, { segSym, leg }: DeploymentRun, index: number): string =>
  `${deploymentUuid} ${segSym}${leg === null ? '' : ` ${index}`}`

/** Ended ones are last; those that failed keep their place until they are looked at. */
const byAttention = (one: Deployment, other: Deployment): number =>
  Number(one.status === 'stopped') - Number(other.status === 'stopped')

/** A deployment on several instruments is one row, with a row for each instrument under it while it is unfolded. */
export const rowsOfDeployments = (
  deployments: readonly Deployment[],
  unfolded: ReadonlySet<string>,
): readonly DeploymentRow[] =>
  deployments.toSorted(byAttention).flatMap((deployment): readonly DeploymentRow[] => {
    const { deploymentUuid: key, runs } = deployment
    const [only, second] = runs
    if (second === undefined) return [{ key, deployment, run: only ?? null, kind: 'single' }]
    if (!unfolded.has(key)) return [{ key, deployment, run: null, kind: 'folded' }]
    return [
      { key, deployment, run: null, kind: 'unfolded' },
      ...runs.map((run, index) => ({
        key: keyOfRun(deployment, run, index),
        deployment,
        run,
        kind: 'symbol' as const,
      })),
    ]
  })

export const isHeld = ({ quantity }: DeploymentRun): boolean => quantity !== 0

/** Instrument of the chart and the ruler: the row's own, else the first one held, else the first. */
export const runShownFor = ({ deployment, run }: DeploymentRow): DeploymentRun | null =>
  run ?? deployment.runs.find(isHeld) ?? deployment.runs[0] ?? null

export const runsOfRow = ({ deployment, run }: DeploymentRow): readonly (PricedRun & DeploymentRun)[] =>
  run === null ? deployment.runs : [run]

export const usedToday = (
  { entriesToday, lossesInARow, capitalHeld }: Deployment,
  pnl: number,
): UsedToday => ({ pnl, entries: entriesToday, lossesInARow, held: capitalHeld })

/** End of the candle that is looked at next; null while nothing is looked at. */
export const nextCheckOf = ({ deployment, run }: DeploymentRow): number | null => {
  const checks = (run === null ? deployment.runs : [run]).flatMap(({ nextCheckAt }) =>
    nextCheckAt === null ? [] : [nextCheckAt],
  )
  return checks.length === 0 ? null : Math.min(...checks)
}

export const entriesOfRow = ({ deployment, run }: DeploymentRow): number =>
  run?.entriesToday ?? deployment.entriesToday

export type DotTone = 'good' | 'wait' | 'bad' | 'busy' | 'off'

export interface StateInWords {
  readonly tone: DotTone
  readonly word: string
  readonly note: string
}

const phaseWords = {
  flat: 'Flat',
  proposed: 'Proposed',
  entering: 'Entering',
  in: 'In',
  unfilled: 'Not filled',
  exiting: 'Exiting',
} as const

const phaseTones: Readonly<Record<DeploymentRun['phase'], DotTone>> = {
  flat: 'off',
  proposed: 'busy',
  entering: 'busy',
  in: 'good',
  unfilled: 'bad',
  exiting: 'busy',
}

export const heldInWords = ({ quantity }: Pick<DeploymentRun, 'quantity'>): string =>
  `${quantity < 0 ? 'Short' : 'Long'} ${formatNumber(Math.abs(quantity), 0)}`

export const stateOfRun = (run: DeploymentRun): StateInWords => {
  const { phase, note } = run
  const word = phase === 'in' && isHeld(run) ? heldInWords(run) : phaseWords[phase]
  return { tone: phaseTones[phase], word, note }
}

/** `long 65`, `1 of 4 held`, `part of it held: 1 of 2 legs`, or why nothing is held. */
const heldNow = ({ runs, category }: Deployment): string => {
  const [only, second] = runs
  if (only === undefined) return ''
  if (second !== undefined) {
    const held = runs.filter(isHeld).length
    const isPart = held > 0 && runs.some(({ phase }) => phase === 'unfilled')
    if (category === 'equity') return `${held} of ${runs.length} held`
    return `${isPart ? 'part of it held: ' : ''}${held} of ${runs.length} legs${isPart ? '' : ' held'}`
  }
  const { word, note } = stateOfRun(only)
  return only.phase === 'flat' ? note || 'flat' : word.toLowerCase()
}

export const stateOfDeployment = (deployment: Deployment): StateInWords => {
  const { status, reason, runs } = deployment
  switch (status) {
    case 'running':
      return { tone: 'good', word: 'Running', note: reason || heldNow(deployment) }
    case 'paused':
      return { tone: 'wait', word: 'Paused', note: reason }
    case 'stopping':
      return { tone: 'busy', word: 'Stopping', note: reason || countOf(runs.filter(isHeld).length, 'exit') }
    case 'stopped':
      return { tone: 'off', word: 'Stopped', note: reason }
    case 'failed':
      return { tone: 'bad', word: 'Failed', note: reason }
    default:
      return status satisfies never
  }
}

export const stateOfRow = ({ deployment, run, kind }: DeploymentRow): StateInWords =>
  kind === 'symbol' && run !== null ? stateOfRun(run) : stateOfDeployment(deployment)

export const versionInWords = ({ version, latestVersion }: Deployment): string => {
  if (latestVersion === null) return `version ${version}, strategy deleted`
  return latestVersion > version ? `version ${version}, ${latestVersion} is newer` : `version ${version}`
}
