import type { DeployPreset } from '../../../domain/deployments/deploy-draft.ts'
import { deploymentTitles } from '../../../domain/deployments/deployment.ts'
import { formatRupees } from '../../../domain/format.ts'
import { quantityInWords, symbolsInShort } from '../../../domain/strategies/in-words.ts'
import { quantityOf } from '../../../domain/strategies/strategy-quantity.ts'
import { type ArgProblem, type ArgsOf, command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { dayCount } from '../../grammar/deployments/day-count.ts'
import { deploymentOf, deploymentType } from '../../grammar/deployments/deployment-name.ts'
import { instruments } from '../../grammar/instruments/instruments.ts'
import { rupees, size } from '../../grammar/orders/amounts.ts'
import { anyStrategy, strategyOf, strategyVersion } from '../../grammar/strategies/strategy-name.ts'

/** The strategy under the cursor, that of the deployment under it, or the one in the builder. */
const atHand = (environment: Environment): string | undefined => {
  const { context, draft } = environment
  const key = context['focus.key']
  if (context['focus.kind'] === 'strategy') return key
  if (context['focus.kind'] === 'deployment') return deploymentOf(key, environment)?.slug
  return draft?.saved?.slug
}

const deployArgs = {
  strategy: required('Strategy', anyStrategy, { initial: atHand }),
  version: optional('Version', strategyVersion),
  type: optional('Type', deploymentType),
  instruments: optional('Instruments', instruments, { word: 'on' }),
  size: optional('Size', size),
  loss: optional('Most loss a day', rupees, { word: 'loss' }),
  entries: optional('Most entries a day', dayCount, { word: 'entries' }),
  losses: optional('Losses in a row', dayCount, { word: 'losses' }),
  capital: optional('Capital', rupees, { word: 'capital' }),
} as const

type Args = ArgsOf<typeof deployArgs>

const given = <Value, Part>(value: Value | undefined, part: (value: Value) => Part): Part | object =>
  value === undefined ? {} : part(value)

const presetOf = ({ type, instruments: segSyms, size: said, ...limits }: Args): DeployPreset => {
  const { loss, entries, losses, capital } = limits
  return {
    ...given(type, (value) => ({ type: value })),
    ...given(segSyms, (value) => ({ segSyms: value })),
    ...given(said, (value) => ({ quantity: quantityOf(value) })),
    limits: {
      ...given(loss, (value) => ({ lossPerDay: value })),
      ...given(entries, (value) => ({ entriesPerDay: value })),
      ...given(losses, (value) => ({ lossesInARow: value })),
      ...given(capital, (value) => ({ capital: value })),
    },
  }
}

const check = ({ strategy, version }: Args, environment: Environment): ArgProblem | null => {
  const known = strategyOf(strategy, environment)
  if (known === null) return null
  return version !== undefined && version > known.version
    ? { arg: 'version', found: `v${version}`, expected: `a version up to v${known.version}` }
    : null
}

const describe = (args: Args, environment: Environment): string => {
  const known = strategyOf(args.strategy, environment)
  const { version = known?.version, type, instruments: symbols, size: said, loss, entries } = args
  const name = `${known?.name ?? args.strategy}${version === undefined ? '' : ` v${version}`}`
  const parts = [
    `Deploy ${name}`,
    type === undefined ? '' : deploymentTitles[type],
    symbols === undefined ? '' : symbolsInShort(symbols),
    said === undefined ? '' : quantityInWords(quantityOf(said)),
    loss === undefined ? '' : `at most ${formatRupees(loss, 0)} lost a day`,
    entries === undefined ? '' : `at most ${entries} ${entries === 1 ? 'entry' : 'entries'} a day`,
  ]
  return `${parts.filter((part) => part !== '').join(' · ')} …`
}

/** Opens the form with what the line says: its terms are read before anything runs. */
const deploy = command({
  id: 'deployment.deploy',
  title: 'Deploy a strategy',
  keywords: ['run', 'start', 'automate', 'virtual', 'paper', 'live', 'algo'],
  verb: 'deploy',
  when: 'signedIn',
  effect: 'read',
  args: deployArgs,
  run: (args, environment) =>
    to('deployForm', {
      type: 'deploy.open',
      strategy: strategyOf(args.strategy, environment)?.slug ?? args.strategy,
      version: args.version ?? null,
      preset: presetOf(args),
    }),
  check,
  describe,
})

const sendDeploy = command({
  id: 'deploy.send',
  title: 'Deploy',
  keywords: ['start', 'run', 'strategy'],
  verb: 'deploy now',
  isTyped: false,
  when: 'signedIn && deploy.open',
  effect: 'increases',
  run: () => to('deployForm', { type: 'deploy.send' }),
})

const confirmDeploy = command({
  id: 'deploy.confirm',
  title: 'Confirm the automatic deployment',
  keywords: ['start', 'run', 'strategy'],
  verb: 'confirm deploy',
  isTyped: false,
  when: 'signedIn && deploy.confirming',
  effect: 'increases',
  run: () => to('deployForm', { type: 'deploy.confirm' }),
})

export const deployCommands = [deploy, sendDeploy, confirmDeploy] as const
