import { instrumentTitle } from '../../domain/instrument-names.ts'
import type { Environment } from '../environment.ts'
import { printInstrument, readInstrument } from '../grammar/instrument.ts'
import { parseWhen } from '../keymap/when.ts'
import type { PaletteRow } from '../reading.ts'
import { type AnyCommand, allCommands, callOf, completeArgs } from '../registry.ts'
import { type Screen, screens } from '../screens.ts'
import { matchTier, type Tier, tiers } from './rank.ts'
import { actRow, insertRow } from './rows.ts'

interface Candidate {
  readonly row: PaletteRow
  readonly tier: Tier
  /** What adds to an exposure is never learnt. */
  readonly isLearnt: boolean
}

/** Everything a bare text may mean, best first: strict tiers, usage only inside one. */
export const candidatesFor = (text: string, environment: Environment): readonly PaletteRow[] => {
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const found = [
    ...allCommands().flatMap((one) => commandCandidate(one, typed, environment)),
    ...screens.flatMap((screen) => screenCandidate(screen, typed, environment)),
    ...environment.savedRuns.flatMap((run) => runCandidate(run, typed, environment)),
    ...instrumentCandidates(text.trim(), environment),
  ]
  const usageOf = ({ row, isLearnt }: Candidate): number => (isLearnt ? (environment.usage[row.id] ?? 0) : 0)
  return found
    .map((candidate, place) => ({ candidate, place, used: usageOf(candidate) }))
    .sort((a, b) => a.candidate.tier - b.candidate.tier || b.used - a.used || a.place - b.place)
    .map(({ candidate }) => candidate.row)
}

const canRun = (one: AnyCommand, { context }: Environment): boolean => parseWhen(one.when)(context)

/** A command that lacks nothing acts; one that wants arguments is written out. */
export const commandRow = (one: AnyCommand, environment: Environment): PaletteRow => {
  const { args, missing } = completeArgs(one, {}, environment)
  if (missing === null) return actRow(callOf(one, args), 'command', environment)
  const wanted = one.args[missing]
  return insertRow(one.id, 'command', one.title, wanted?.kind.expects ?? '', `${one.verb} `)
}

const commandCandidate = (one: AnyCommand, typed: string, environment: Environment): readonly Candidate[] => {
  if (!canRun(one, environment) || one.isListed === false) return []
  const tier =
    one.verb === typed
      ? tiers.exactMnemonic
      : one.aliases.includes(typed)
        ? tiers.exactAlias
        : [one.verb, ...one.aliases].some((word) => word.startsWith(typed))
          ? tiers.verbPrefix
          : bestTier(typed, [one.title, ...one.keywords])
  if (tier === null) return []
  return [{ row: commandRow(one, environment), tier, isLearnt: one.effect !== 'increases' }]
}

const bestTier = (typed: string, titles: readonly string[]): Tier | null =>
  titles.reduce<Tier | null>((best, title) => {
    const tier = matchTier(typed, title)
    return tier !== null && (best === null || tier < best) ? tier : best
  }, null)

const screenCandidate = (screen: Screen, typed: string, environment: Environment): readonly Candidate[] => {
  const call = { command: 'view.open', args: { view: screen.id } } as Parameters<typeof actRow>[0]
  if (!environment.context.signedIn) return []
  const names = [screen.title.toLowerCase(), screen.id.replaceAll('-', ' '), ...screen.words]
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
  const found = instruments.search(text).filter(({ id }) => id !== exact?.id)
  const symbol = text.toUpperCase()
  return [...(exact === null ? [] : [exact]), ...found].map((one) => {
    const written = printInstrument(one.id)
    const isPrefix = one.tradingSymbol.startsWith(symbol)
    const row = insertRow(
      `instrument ${one.id}`,
      'instrument',
      instrumentTitle(one),
      `backtest on ${written}${one.name === one.tradingSymbol ? '' : ` · ${one.name}`}`,
      `bt  on ${written}`,
      'bt '.length,
    )
    const tier = one === exact ? tiers.exactInstrument : isPrefix ? tiers.instrumentPrefix : tiers.substring
    return { row, tier, isLearnt: false }
  })
}
