import { nearestHint } from '../../../domain/nearest.ts'
import { isStrategySlug } from '../../../domain/strategies/strategy-slug.ts'
import type { ArgKind } from '../../command.ts'
import type { Environment, KnownStrategy } from '../../environment.ts'
import { matchTier } from '../../palette/rank.ts'
import { knownAt, printName, quotedAt } from '../list-name.ts'
import { refuse, taken, wordAt } from '../words.ts'

type Known = readonly KnownStrategy[]

/** The user's own wins over a sample of the same name. */
export const strategyNamed = (name: string, known: Known): KnownStrategy | null =>
  known.find((one) => one.name.toLowerCase() === name.trim().toLowerCase()) ?? null

export const strategyOf = (text: string, { strategies = [] }: Environment): KnownStrategy | null =>
  strategies.find(({ slug }) => slug === text) ?? strategyNamed(text, strategies)

/** The slug where it is known, else the name, which the server may know. */
const strategyName = (expects: string, among: (environment: Environment) => Known): ArgKind<string> => ({
  token: 'name',
  expects,
  read(line, from, environment) {
    const known = among(environment)
    const slugOf = (name: string): string => strategyNamed(name, known)?.slug ?? name
    const quoted = quotedAt(line, from)
    if (quoted !== null) return quoted.kind === 'value' ? taken(slugOf(quoted.value), quoted.to) : quoted
    const { text, to } = wordAt(line, from)
    if (text === '') return null
    const typed = text.toLowerCase()
    if (isStrategySlug(typed)) return taken(typed, to)
    const names = known.map(({ name }) => name)
    const whole = knownAt(line, from, names)
    if (whole?.kind === 'value') return taken(slugOf(whole.value), whole.to)
    const close = known.filter(({ name }) => matchTier(typed, name) !== null)
    const [one] = close
    if (one !== undefined && close.length === 1) return taken(one.slug, to)
    const some = close.slice(0, 5).map(({ name }) => name)
    return refuse(
      line,
      from,
      expects + (some.length > 0 ? `; one of ${some.join(', ')}` : nearestHint(text, names)),
    )
  },
  print: (value) => (isStrategySlug(value) ? value : printName(value)),
  complete(word, environment) {
    const known = among(environment)
    const typed = word.replace(/^"/, '').toLowerCase()
    return known
      .filter(({ name }) => typed === '' || matchTier(typed, name) !== null)
      .map(({ slug, name, trend, subCategory, isSample }) => ({
        text: strategyNamed(name, known)?.slug === slug ? printName(name) : slug,
        detail: `${trend} · ${subCategory}${isSample ? ' · sample' : ''}`,
      }))
  },
})

const ownOf = ({ strategies = [] }: Environment): Known => strategies.filter(({ isSample }) => !isSample)

export const anyStrategy = strategyName(
  'a saved strategy or a sample, by name in quotes',
  ({ strategies = [] }) => strategies,
)

export const ownStrategy = strategyName('a strategy of yours, by name in quotes', ownOf)

const VERSION_MAX = 1_000_000

export const strategyVersion: ArgKind<number> = {
  token: 'number',
  expects: 'a version such as v7',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    if (!/^v\d{1,7}$/i.test(text)) return null
    const version = Number(text.slice(1))
    return version >= 1 && version <= VERSION_MAX ? taken(version, to) : refuse(line, from, this.expects)
  },
  print: (version) => `v${version}`,
  complete: () => [],
}
