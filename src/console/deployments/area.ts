import { createActor } from 'xstate'
import type { KnownDeployment, KnownProposal } from '../../commands/environment.ts'
import { isTradingDay, previousTradingDay } from '../../domain/calendar/calendar.ts'
import { marketDayAt } from '../../domain/calendar/market-time.ts'
import { type DeploymentType, deploymentTypes } from '../../domain/deployments/deployment.ts'
import { onceFor } from '../../domain/once-for.ts'
import { pathOf, screenAt } from '../../domain/screens.ts'
import { isStrategySlug } from '../../domain/strategies/strategy-slug.ts'
import { type IstDate, parseIstDate } from '../../domain/time.ts'
import type { Deployment } from '../../machines/deployments/deployments.ts'
import type { Proposal } from '../../machines/deployments/proposals.ts'
import { isWaiting } from '../../machines/deployments/waiting-proposals.ts'
import type { StrategyEntry } from '../../machines/strategies/strategies.ts'
import { type KeptValues, storageKeys } from '../../platform/storage.ts'
import type { Actors } from '../actors.ts'
import { type Area, type Undo, undoAll, unsubscribeAll } from '../area.ts'
import { uuidMaker } from '../create-uuid.ts'
import type { Deps } from '../deps.ts'
import { followPath } from '../follow-path.ts'
import { whenOnlineAgain } from '../online-again.ts'
import { whenStreamOpens } from '../stream-opens.ts'
import { whyNothingIsSent } from '../why-nothing-is-sent.ts'
import { provideDeploymentChart } from './chart-adapters.ts'
import { provideDeployForm, rememberType } from './deploy-adapters.ts'
import { provideDeploymentActs, provideDeploymentLog, provideDeployments } from './deployment-adapters.ts'
import { provideParity } from './parity-adapters.ts'
import { provideProposals, quoteOfProposal } from './proposal-adapters.ts'

const typeIn = (text: string | null | undefined): DeploymentType | null =>
  deploymentTypes.find((type) => type === text) ?? null

const queryOf = (path: string): URLSearchParams => new URLSearchParams(path.split('?')[1] ?? '')

const isDeployPath = (path: string): boolean => screenAt(path) === 'deployment-dialog'

const VERSION = /^\d{1,7}$/

const compareAt = ({ actors, clock }: Pick<Deps, 'actors' | 'clock'>, path: string): void => {
  const { marketState, parity } = actors
  const query = queryOf(path)
  const deploymentUuid = query.get('key')
  if (screenAt(path) !== 'parity' || deploymentUuid === null) {
    parity.send({ type: 'parity.hide' })
    return
  }
  const today = marketDayAt(marketState.getSnapshot().context, clock.now())
  const asked = parseIstDate(query.get('day') ?? '')
  const day = asked === null || asked > today ? today : tradingDayUpTo(asked)
  parity.send({ type: 'parity.show', subject: { deploymentUuid, day }, today })
}

const tradingDayUpTo = (day: IstDate): IstDate => (isTradingDay(day) ? day : previousTradingDay(day))

/** The form stays as it is where it holds the strategy of the address already. */
const deployAt = ({ deployForm }: Actors, path: string): void => {
  if (!isDeployPath(path)) return
  const query = queryOf(path)
  const strategy = query.get('slug') ?? ''
  const version = query.get('version') ?? ''
  const form = deployForm.getSnapshot()
  if (!isStrategySlug(strategy) || (form.matches('open') && form.context.deployed?.slug === strategy)) return
  deployForm.send({
    type: 'deploy.open',
    strategy,
    version: VERSION.test(version) ? Number(version) : null,
    preset: {},
  })
}

const showAt = (deps: Pick<Deps, 'actors' | 'clock'>, path: string): void => {
  const { actors } = deps
  const { deployments, proposals } = actors
  const screen = screenAt(path)
  const query = queryOf(path)
  if (screen === 'live-trades')
    deployments.send({ type: 'deployments.show', tab: typeIn(query.get('type')), key: query.get('key') })
  else deployments.send({ type: 'deployments.hide' })
  if (screen === 'proposals') proposals.send({ type: 'proposals.show', key: query.get('key') })
  else proposals.send({ type: 'proposals.hide' })
  deployAt(actors, path)
  compareAt(deps, path)
}

/** Tab and cursor are in the address, so that it can be opened again elsewhere. */
const keepAddress = ({ deployments, navigation }: Actors): Undo => {
  const subscription = deployments.subscribe(({ context: { isShown, tab, cursor } }) => {
    if (!isShown || screenAt(navigation.getSnapshot().context.path) !== 'live-trades') return
    const key = cursor === null ? {} : { key: cursor }
    navigation.send({ type: 'view.replace', path: pathOf('live-trades', { type: tab, ...key }) })
  })
  return () => subscription.unsubscribe()
}

const keepDay = ({ parity, navigation }: Actors): Undo => {
  const subscription = parity.subscribe(({ context: { subject } }) => {
    if (subject === null || screenAt(navigation.getSnapshot().context.path) !== 'parity') return
    const { deploymentUuid: key, day } = subject
    navigation.send({ type: 'view.replace', path: pathOf('parity', { key, day }) })
  })
  return () => subscription.unsubscribe()
}

const reloadAll = ({ deployments, proposals }: Actors): void => {
  deployments.send({ type: 'deployments.changed', of: null })
  proposals.send({ type: 'proposals.changed' })
}

const connectStream = (actors: Actors): Undo => {
  const { deployments, deploymentLog, notificationStream, proposals } = actors
  return undoAll([
    unsubscribeAll([
      notificationStream.on('deployments.changed', ({ change }) => {
        const { type: of, deploymentUuid: key } = change
        if (of !== null) deployments.send({ type: 'deployments.changed', of })
        if (key !== null) deploymentLog.send({ type: 'log.changed', key })
        if (change.proposals) proposals.send({ type: 'proposals.changed' })
      }),
    ]),
    whenStreamOpens(actors, () => reloadAll(actors)),
    whenOnlineAgain(actors, () => reloadAll(actors)),
  ])
}

const connectActs = ({ actors, memory, storage }: Deps): Undo => {
  const { deployForm, deploymentActs, deploymentLog, deployments, navigation, orderBook, positions } = actors
  const { proposals } = actors
  return unsubscribeAll([
    deployments.on('deployments.tabChosen', ({ tab }) =>
      storage.write('browser', storageKeys.liveTradesTab, tab),
    ),
    deploymentActs.on('deployment.acted', ({ of, mayTrade }) => {
      deployments.send({ type: 'deployments.changed', of })
      const { key } = deploymentLog.getSnapshot().context
      if (key !== null) deploymentLog.send({ type: 'log.changed', key })
      if (!mayTrade) return
      positions.send({ type: 'reload.soon' })
      orderBook.send({ type: 'reload.soon' })
      proposals.send({ type: 'proposals.changed' })
    }),
    proposals.on('proposal.sent', () => {
      positions.send({ type: 'reload.soon' })
      orderBook.send({ type: 'reload.soon' })
    }),
    deployForm.on('deploy.loaded', ({ slug, version }) => {
      if (isDeployPath(navigation.getSnapshot().context.path))
        navigation.send({
          type: 'view.replace',
          path: pathOf('deployment-dialog', { slug, version: String(version) }),
        })
    }),
    deployForm.on('deploy.done', ({ deploymentUuid: key, slug, deploymentType: type }) => {
      rememberType(memory, slug, type)
      deployments.send({ type: 'deployments.changed', of: type })
      navigation.send({ type: 'view.open', path: pathOf('live-trades', { type, key }) })
    }),
  ])
}

const tabIn = (storage: KeptValues): DeploymentType | null =>
  typeIn(storage.read('browser', storageKeys.liveTradesTab))

const knownDeployment = ({ deploymentUuid, algoName, slug, type, status, ...rest }: Deployment) =>
  ({
    key: deploymentUuid,
    name: algoName,
    slug,
    type,
    status,
    segSyms: rest.segSyms,
    held: rest.runs
      .filter(({ quantity }) => quantity !== 0)
      .map(({ contract, quantity }) => ({ contract, quantity })),
  }) satisfies KnownDeployment

const knownProposal = ({
  proposalUuid,
  deploymentUuid,
  alertUuid,
  algoName,
  intent,
  contract,
  side,
  quantity,
  legs,
}: Proposal) =>
  ({
    key: proposalUuid,
    intent,
    of: deploymentUuid === null ? { alertUuid: alertUuid ?? '' } : { deploymentUuid },
    name: algoName,
    contract,
    side,
    quantity,
    orders: Math.max(1, legs.length),
  }) satisfies KnownProposal

const knownOfType = {
  live: onceFor((rows: readonly Deployment[]) => rows.map(knownDeployment)),
  auto: onceFor((rows: readonly Deployment[]) => rows.map(knownDeployment)),
  paper: onceFor((rows: readonly Deployment[]) => rows.map(knownDeployment)),
}

const knownProposals = onceFor((rows: readonly Proposal[]) => rows.filter(isWaiting).map(knownProposal))

const deploymentEnvironment = ({ deployments, proposals }: Actors) => {
  const { lists } = deployments.getSnapshot().context
  const { rows } = proposals.getSnapshot().context
  const isLoaded = deploymentTypes.some((type) => lists[type] !== null)
  return {
    ...(isLoaded
      ? { deployments: deploymentTypes.flatMap((type) => knownOfType[type](lists[type]?.rows ?? [])) }
      : {}),
    ...(rows === null ? {} : { proposals: knownProposals(rows) }),
  }
}

export const deployments = (deps: Deps) => {
  const { actors, clock, http, memory, platform, quotes, storage } = deps
  const known = (): readonly StrategyEntry[] =>
    [actors.strategies, actors.sampleStrategies].flatMap((list) => list.getSnapshot().context.known)
  const createUuid = uuidMaker(platform)
  const ofProposals = { ticks: platform.ticks, quoteOf: quoteOfProposal(quotes) }
  return {
    actors: {
      deployments: createActor(provideDeployments(deps)),
      deploymentLog: createActor(provideDeploymentLog(http)),
      deploymentActs: createActor(provideDeploymentActs(http)),
      deploymentChart: createActor(provideDeploymentChart(deps)),
      parity: createActor(provideParity(deps)),
      deployForm: createActor(provideDeployForm({ http, known, memory }), { input: { createUuid } }),
      proposals: createActor(
        provideProposals({ ...ofProposals, http, whyHeldBack: () => whyNothingIsSent(actors, clock.now()) }),
        { input: ofProposals },
      ),
    },
    connect: () =>
      undoAll([
        connectStream(actors),
        connectActs(deps),
        keepAddress(actors),
        keepDay(actors),
        followPath(actors, (path) => showAt(deps, path)),
      ]),
    environment: () => deploymentEnvironment(actors),
    begin: () => {
      actors.deployments.send({ type: 'deployments.begin', tab: tabIn(storage) })
      actors.proposals.send({ type: 'proposals.begin' })
      showAt(deps, actors.navigation.getSnapshot().context.path)
    },
  } satisfies Area
}
