import type { Instrument } from '../../domain/instruments/instrument.ts'
import { derivativeRoot, instrumentTitle } from '../../domain/instruments/instrument-names.ts'
import { namesOfScreen, type Screen, screens } from '../../domain/screens.ts'
import type { Environment } from '../environment.ts'
import { printInstrument, readInstrument } from '../grammar/instruments/instrument.ts'
import { parseWhen } from '../keymap/when.ts'
import type { PaletteRow } from '../reading.ts'
import { type AnyCommand, allCommands, callOf, completeArgs, findCommand } from '../registry.ts'
import { findOffers } from './offers.ts'
import { matchTier, type Tier, tiers } from './rank.ts'
import { actRow, insertRow } from './rows.ts'

interface Candidate {
  readonly row: PaletteRow
  readonly tier: Tier
  /** False for commands that add exposure: usage never promotes them. */
  readonly isLearnt: boolean
  readonly isAct?: boolean
}

/** Best first: tiers are strict, and usage only sorts within one. */
export const candidatesFor = (text: string, environment: Environment): readonly PaletteRow[] => {
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const found = [
    ...chordCandidates(typed, environment),
    ...allCommands().flatMap((one) => commandCandidate(one, typed, environment)),
    ...screens.flatMap((screen) => screenCandidate(screen, typed, environment)),
    ...environment.savedRuns.flatMap((run) => runCandidate(run, typed, environment)),
    ...instrumentCandidates(text.trim(), environment),
  ]
  const usageOf = ({ row, isLearnt }: Candidate): number => (isLearnt ? (environment.usage[row.id] ?? 0) : 0)
  return found
    .map((candidate, index) => ({ candidate, index, used: usageOf(candidate) }))
    .sort(
      (a, b) =>
        rankOf(a.candidate) - rankOf(b.candidate) ||
        b.used - a.used ||
        a.candidate.tier - b.candidate.tier ||
        a.index - b.index,
    )
    .map(({ candidate }) => candidate.row)
}

/** Usage can promote only rows that show; an act matched by misspelling ranks last. */
const rankOf = ({ tier, isAct = false }: Candidate): number => {
  if (tier === tiers.fuzzy && isAct) return tiers.fuzzy + 1
  return tier === tiers.titleWordStart && !isAct ? tiers.titleStart : tier
}

const chordCandidates = (typed: string, environment: Environment): readonly Candidate[] =>
  (findOffers()?.chord(typed, environment) ?? []).map((row) => ({
    row,
    tier: tiers.exactMnemonic,
    isLearnt: true,
  }))

const canRun = (one: AnyCommand, { context }: Environment): boolean => parseWhen(one.when)(context)

export const commandRow = (one: AnyCommand, environment: Environment): PaletteRow => {
  const { args, missing } = completeArgs(one, {}, environment)
  if (missing === null) return actRow(callOf(one, args), 'command', environment)
  const wanted = one.args[missing]
  return insertRow(one.id, 'command', one.title, wanted?.kind.expects ?? '', `${one.verb} `)
}

export const commandRows = (environment: Environment): readonly PaletteRow[] =>
  allCommands()
    .filter((one) => one.isListed !== false && canRun(one, environment))
    .map((one) => commandRow(one, environment))

const commandCandidate = (one: AnyCommand, typed: string, environment: Environment): readonly Candidate[] => {
  if (!canRun(one, environment) || one.isListed === false) return []
  const tier =
    one.verb === typed
      ? tiers.exactMnemonic
      : one.aliases.includes(typed)
        ? tiers.exactAlias
        : [one.verb, ...one.aliases].some((word) => word.startsWith(typed))
          ? tiers.verbPrefix
          : titleTier(typed, one)
  if (tier === null) return []
  return [
    {
      row: commandRow(one, environment),
      tier,
      isLearnt: one.effect !== 'increases',
      isAct: one.effect !== 'read',
    },
  ]
}

const titleTier = (typed: string, { title, keywords }: AnyCommand): Tier | null => {
  const byKeyword = bestTier(typed, keywords)
  const tiersFound = [
    matchTier(typed, title),
    byKeyword === tiers.titleStart ? tiers.titleWordStart : byKeyword,
  ]
  return tiersFound.reduce(
    (best, tier) => (tier !== null && (best === null || tier < best) ? tier : best),
    null,
  )
}

const bestTier = (typed: string, titles: readonly string[]): Tier | null =>
  titles.reduce<Tier | null>((best, title) => {
    const tier = matchTier(typed, title)
    return tier !== null && (best === null || tier < best) ? tier : best
  }, null)

const screenCandidate = (screen: Screen, typed: string, environment: Environment): readonly Candidate[] => {
  const call = { command: 'view.open', args: { view: screen.id } } as Parameters<typeof actRow>[0]
  if (!environment.context.signedIn) return []
  const names = namesOfScreen(screen)
  const tier = names.includes(typed) ? tiers.exactAlias : bestTier(typed, names)
  return tier === null ? [] : [{ row: actRow(call, 'command', environment), tier, isLearnt: true }]
}

const runCandidate = (
  { slug, name }: Environment['savedRuns'][number],
  typed: string,
  environment: Environment,
): readonly Candidate[] => {
  const tier = slug === typed ? tiers.exactAlias : matchTier(typed, name)
  if (tier === null || !environment.context.signedIn) return []
  const call = { command: 'backtest.open', args: { run: slug } } as const
  return [{ row: actRow(call, 'command', environment, `run ${slug}`), tier, isLearnt: true }]
}

const instrumentCandidates = (text: string, environment: Environment): readonly Candidate[] => {
  const { instruments, context } = environment
  if (instruments === null || !context.signedIn || text === '') return []
  const whole = readInstrument(text, 0, environment)
  const exact = whole?.kind === 'value' && whole.to === text.length ? instruments.find(whole.value) : null
  const near = findOffers()?.nearTo(text, exact, environment) ?? []
  const listed = new Set([exact, ...near].map((one) => one?.id))
  const found = instruments.search(text).filter(({ id }) => !listed.has(id))
  const symbol = text.toUpperCase()
  return [
    ...(exact === null ? [] : actsOn(exact, environment)).map((row) => ({
      row,
      tier: tiers.exactInstrument,
      isLearnt: false,
    })),
    ...near.map((one) => ({
      row: foundRow(one, environment),
      tier: tiers.instrumentPrefix,
      isLearnt: false,
    })),
    ...found.map((one) => ({
      row: foundRow(one, environment),
      tier: one.tradingSymbol.startsWith(symbol) ? tiers.instrumentPrefix : tiers.substring,
      isLearnt: false,
    })),
  ]
}

/** Enter opens its chart, Tab writes its symbol. */
const foundRow = (one: Instrument, environment: Environment): PaletteRow => {
  const written = printInstrument(one.id)
  const id = `instrument ${one.id}`
  const detail = one.name === one.tradingSymbol ? one.segment : `${one.name} · ${one.segment}`
  const row = insertRow(id, 'instrument', instrumentTitle(one), detail, `${written} `)
  const chart = rowOf('chart.open', one, environment)
  return chart?.call === undefined ? row : { ...row, call: chart.call }
}

const actsOn = (one: Instrument, environment: Environment): readonly PaletteRow[] => {
  const written = printInstrument(one.id)
  const isTraded = one.segment !== 'INDICES'
  const write = (command: string, title: string, line: string): PaletteRow | null =>
    findCommand(command) === null
      ? null
      : insertRow(`${command} ${one.id}`, 'instrument', title, findCommand(command)?.verb ?? '', line)
  const title = instrumentTitle(one)
  const hasOptions = (environment.instruments?.expiriesOf(one.id).length ?? 0) > 0
  const rows = [
    rowOf('chart.open', one, environment),
    ...(isTraded
      ? [
          write('order.buy', `Buy ${title} …`, `buy 1l ${written} `),
          write('order.sell', `Sell ${title} …`, `sell 1l ${written} `),
        ]
      : []),
    ...(hasOptions ? [rowOf('chain.open', one, environment)] : []),
    ...(hasOptions && !isTraded
      ? [
          write(
            'order.buy',
            `Buy a call of ${title} …`,
            `buy 1l ${derivativeRoot(one.tradingSymbol)} atm ce `,
          ),
        ]
      : []),
    rowOf('watch.add', one, environment),
    insertRow(
      `instrument ${one.id}`,
      'instrument',
      `Backtest on ${title} …`,
      'bt',
      `bt  on ${written}`,
      'bt '.length,
    ),
  ]
  return rows.filter((row) => row !== null)
}

const rowOf = (command: string, { id }: Instrument, environment: Environment): PaletteRow | null => {
  const found = findCommand(command)
  if (found === null || !canRun(found, environment)) return null
  const args = command === 'watch.add' ? { instruments: [id] } : { instrument: id }
  return actRow(callOf(found, args), 'instrument', environment, `${command} ${id}`)
}
