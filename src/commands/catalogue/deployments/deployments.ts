import { isActive, shortDeploymentTitles } from '../../../domain/deployments/deployment.ts'
import { formatNumber } from '../../../domain/format.ts'
import { pathOf } from '../../../domain/screens.ts'
import type { DeploymentActKind } from '../../../machines/deployments/deployment-acts.ts'
import type { Dispatch } from '../../../machines/requests.ts'
import { type ArgProblem, command, optional, required, to } from '../../command.ts'
import type { Environment, KnownDeployment } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import {
  activeDeployment,
  anyDeployment,
  deploymentInWords,
  deploymentOf,
  deploymentType,
} from '../../grammar/deployments/deployment-name.ts'
import { titleOf } from '../../grammar/instruments/instrument.ts'

const focused = (isMeant: (one: KnownDeployment) => boolean) => (environment: Environment) => {
  const { context } = environment
  if (context['focus.kind'] !== 'deployment') return undefined
  const known = deploymentOf(context['focus.key'], environment)
  return known !== null && isMeant(known) ? known.key : undefined
}

const oneActive = required('Strategy', activeDeployment, {
  initial: focused(({ status }) => isActive(status)),
})

const nameOf = (key: string, environment: Environment): string => {
  const known = deploymentOf(key, environment)
  return known === null ? 'a strategy' : deploymentInWords(known)
}

const act = (kind: DeploymentActKind, deployments: readonly KnownDeployment[]): Dispatch | readonly [] =>
  deployments.length === 0
    ? []
    : to('deploymentActs', {
        type: 'deployment.act',
        kind,
        deployments: deployments.map(({ key, name, type }) => ({ key, name, type })),
      })

const actOn = (kind: DeploymentActKind, key: string, environment: Environment) => {
  const known = deploymentOf(key, environment)
  return act(kind, known === null ? [] : [known])
}

/** Positions of the virtual account are seen nowhere else, so a virtual strategy never leaves one. */
const isExited = ({ type }: KnownDeployment, isExiting: boolean): boolean => isExiting || type === 'paper'

const stopInWords = (
  known: KnownDeployment,
  isExiting: boolean,
  { instruments }: Environment,
): readonly string[] => {
  const name = deploymentInWords(known)
  if (known.held.length === 0) return [`${name}: no more entries, nothing is held`]
  return known.held.map(({ contract, quantity }) => {
    const held = `${formatNumber(Math.abs(quantity), 0)} ${titleOf(contract, instruments)}`
    return isExited(known, isExiting)
      ? `${name}: exits ${held} at market`
      : `${name}: leaves ${held} open, without stop and target`
  })
}

const affectedBy = (key: string, isExiting: boolean, environment: Environment): readonly string[] => {
  const known = deploymentOf(key, environment)
  return known === null ? [] : stopInWords(known, isExiting, environment)
}

const andExit = choice<true>('and exit', [
  { value: true, words: ['and exit', 'exit'], title: 'Exits its positions at market' },
])

const stop = command({
  id: 'deployment.stop',
  title: 'Stop a strategy',
  keywords: ['end', 'deployment', 'force stop', 'undeploy'],
  verb: 'stop',
  when: 'signedIn',
  effect: 'reduces',
  danger: 'confirm',
  preview: 'rows',
  args: { deployment: oneActive, exit: optional('Exit', andExit) },
  run: ({ deployment, exit }, environment) =>
    actOn(exit === true ? 'stopAndExit' : 'stop', deployment, environment),
  describe: ({ deployment, exit }, environment) =>
    `Stop ${nameOf(deployment, environment)}${exit === true ? ' and exit its positions' : ''}`,
  affected: ({ deployment, exit }, environment) => affectedBy(deployment, exit === true, environment),
})

const stopAndExit = command({
  id: 'deployment.stopAndExit',
  title: 'Stop a strategy and exit its positions',
  keywords: ['end', 'deployment', 'force stop', 'square off'],
  verb: 'stop and exit',
  when: 'signedIn',
  effect: 'reduces',
  danger: 'confirm',
  preview: 'rows',
  args: { deployment: oneActive },
  run: ({ deployment }, environment) => actOn('stopAndExit', deployment, environment),
  describe: ({ deployment }, environment) => `Stop ${nameOf(deployment, environment)} and exit its positions`,
  affected: ({ deployment }, environment) => affectedBy(deployment, true, environment),
})

const activeIn = ({ deployments = [] }: Environment): readonly KnownDeployment[] =>
  deployments.filter(({ status }) => isActive(status))

const stopAll = command({
  id: 'deployment.stopAll',
  title: 'Stop all strategies',
  keywords: ['deployments', 'end', 'everything', 'force stop'],
  verb: 'stop all deployments',
  aliases: ['stop all', 'stop all strategies'],
  when: 'signedIn',
  effect: 'reduces',
  danger: 'confirm',
  preview: 'rows',
  args: { type: optional('Type', deploymentType), exit: optional('Exit', andExit) },
  run: ({ type, exit }, environment) =>
    act(
      exit === true ? 'stopAndExit' : 'stop',
      activeIn(environment).filter((one) => type === undefined || one.type === type),
    ),
  check: ({ type }, environment): ArgProblem | null =>
    activeIn(environment).some((one) => type === undefined || one.type === type)
      ? null
      : { arg: 'type', found: '', expected: 'a running strategy', message: 'No strategy is running' },
  describe: ({ type, exit }, environment) => {
    const count = activeIn(environment).filter((one) => type === undefined || one.type === type).length
    const which = type === undefined ? '' : ` ${shortDeploymentTitles[type]}`
    const what = count === 1 ? 'the running strategy' : `all ${count} running strategies`
    return `Stop ${what}${which === '' ? '' : ` of${which}`}${exit === true ? ' and exit their positions' : ''}`
  },
  affected: ({ type, exit }, environment) =>
    activeIn(environment)
      .filter((one) => type === undefined || one.type === type)
      .flatMap((one) => stopInWords(one, exit === true, environment)),
})

const checkStatus =
  (wanted: KnownDeployment['status'], problem: (name: string, status: string) => string) =>
  ({ deployment }: { readonly deployment: string }, environment: Environment): ArgProblem | null => {
    const known = deploymentOf(deployment, environment)
    if (known === null || known.status === wanted) return null
    const message = problem(known.name, known.status)
    return { arg: 'deployment', found: known.name, expected: message, message }
  }

const pause = command({
  id: 'deployment.pause',
  title: 'Pause a strategy',
  keywords: ['hold', 'deployment', 'no entries'],
  verb: 'pause',
  when: 'signedIn',
  effect: 'local',
  args: { deployment: oneActive },
  run: ({ deployment }, environment) => actOn('pause', deployment, environment),
  check: checkStatus('running', (name, status) => `${name} is ${status}, not running`),
  describe: ({ deployment }, environment) =>
    `Pause ${nameOf(deployment, environment)}: no entries; stops, targets and exits go on`,
})

const resume = command({
  id: 'deployment.resume',
  title: 'Resume a strategy',
  keywords: ['continue', 'deployment'],
  verb: 'resume',
  when: 'signedIn',
  effect: 'local',
  args: { deployment: oneActive },
  run: ({ deployment }, environment) => actOn('resume', deployment, environment),
  check: checkStatus('paused', (name, status) => `${name} is ${status}, not paused`),
  describe: ({ deployment }, environment) =>
    `Resume ${nameOf(deployment, environment)}: entries from the next candle on`,
})

const log = command({
  id: 'deployment.log',
  title: 'Order log of a strategy',
  keywords: ['deployment', 'why', 'history', 'live strategies'],
  verb: 'log',
  aliases: ['order log'],
  when: 'signedIn',
  effect: 'read',
  args: { deployment: required('Strategy', anyDeployment, { initial: focused(() => true) }) },
  run: ({ deployment }, environment) => {
    const known = deploymentOf(deployment, environment)
    const type = known === null ? {} : { type: known.type }
    return to('navigation', { type: 'view.open', path: pathOf('live-trades', { ...type, key: deployment }) })
  },
  describe: ({ deployment }, environment) => `Open the order log of ${nameOf(deployment, environment)}`,
})

const tab = command({
  id: 'deployment.tab',
  title: 'Running strategies of one type',
  keywords: ['deployments', 'live strategies', 'virtual', 'auto', 'tab'],
  verb: 'strategies running',
  aliases: ['deployments'],
  when: 'signedIn',
  effect: 'read',
  args: { type: required('Type', deploymentType) },
  run: ({ type }) => to('navigation', { type: 'view.open', path: pathOf('live-trades', { type }) }),
  describe: ({ type }) => `Live strategies: ${shortDeploymentTitles[type]}`,
})

const checks = command({
  id: 'deployment.checks',
  title: 'Show or fold checks of the order log',
  keywords: ['log', 'evaluated', 'all', 'deployment'],
  verb: 'all checks',
  when: 'signedIn && view == live-trades',
  effect: 'read',
  run: () => to('deploymentLog', { type: 'log.checks' }),
})

export const deploymentCommands = [stop, stopAndExit, stopAll, pause, resume, log, tab, checks] as const
