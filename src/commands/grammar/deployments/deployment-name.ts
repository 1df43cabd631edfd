import {
  type DeploymentType,
  deploymentTypes,
  isActive,
  shortDeploymentTitles,
} from '../../../domain/deployments/deployment.ts'
import { nearestHint } from '../../../domain/nearest.ts'
import { symbolsInShort } from '../../../domain/strategies/in-words.ts'
import type { ArgKind, Completion, Taken } from '../../command.ts'
import type { Environment, KnownDeployment } from '../../environment.ts'
import { matchTier } from '../../palette/rank.ts'
import { choice } from '../choice.ts'
import { knownAt, printName, quotedAt } from '../list-name.ts'
import { refuse, skipSpaces, taken, wordAt } from '../words.ts'

type Known = readonly KnownDeployment[]

const MARK_LENGTH = 8

/** As printed in a line: the first digits of its UUID tell two deployments of one strategy apart. */
const markOf = (key: string): string => `#${key.slice(0, MARK_LENGTH)}`

export const deploymentType = choice<DeploymentType>('virtual, auto or live', [
  { value: 'paper', words: ['virtual', 'paper'], title: 'In the virtual account' },
  { value: 'auto', words: ['auto', 'automatic'], title: 'In your account, by itself' },
  { value: 'live', words: ['live', 'nbt'], title: 'Proposals that you send' },
])

export const deploymentOf = (key: string, { deployments = [] }: Environment): KnownDeployment | null =>
  deployments.find((one) => one.key === key) ?? null

export const deploymentInWords = ({ name, type }: KnownDeployment): string =>
  `${name} (${shortDeploymentTitles[type]})`

const detailOf = ({ type, segSyms, status }: KnownDeployment): string =>
  `${shortDeploymentTitles[type]} · ${symbolsInShort(segSyms)} · ${status}`

const isNamed =
  (name: string) =>
  (one: KnownDeployment): boolean =>
    one.name.toLowerCase() === name.trim().toLowerCase()

interface Named {
  readonly found: Known
  readonly to: number
}

const narrowed = (line: string, { found, to }: Named, environment: Environment): Named => {
  const typed = deploymentType.read(line, skipSpaces(line, to), environment)
  return typed?.kind === 'value'
    ? { found: found.filter(({ type }) => type === typed.value), to: typed.to }
    : { found, to }
}

const oneOf = (line: string, from: number, { found, to }: Named, expects: string): Taken<string> => {
  const [one] = found
  if (one !== undefined && found.length === 1) return taken(one.key, to)
  if (found.length === 0) return refuse(line, from, expects)
  const types = deploymentTypes.filter((type) => found.some((known) => known.type === type))
  const some = found.slice(0, 5).map((known) => `${markOf(known.key)} ${detailOf(known)}`)
  const words = types.map((type) => deploymentType.print(type))
  const isTypeEnough = types.length === found.length
  return refuse(
    line,
    from,
    `${expects}; ${isTypeEnough ? `say which: ${words.join(', ')}` : `one of ${some.join(', ')}`}`,
  )
}

const markedAt = (line: string, from: number, known: Known, expects: string): Taken<string> | null => {
  const { text, to } = wordAt(line, from)
  if (!/^#[0-9a-f]/.test(text)) return null
  const found = known.filter(({ key }) => text === markOf(key) || text === `#${key}`)
  return oneOf(line, from, { found, to }, expects)
}

const namedAt = (line: string, from: number, known: Known): Named | null => {
  const quoted = quotedAt(line, from)
  if (quoted?.kind === 'value') return { found: known.filter(isNamed(quoted.value)), to: quoted.to }
  const whole = knownAt(
    line,
    from,
    known.map(({ name }) => name),
  )
  if (whole?.kind === 'value') return { found: known.filter(isNamed(whole.value)), to: whole.to }
  const { text, to } = wordAt(line, from)
  if (text === '' || quoted !== null) return null
  return { found: known.filter(({ name }) => matchTier(text.toLowerCase(), name) !== null), to }
}

const completionsOf = (known: Known, word: string): readonly Completion[] => {
  const typed = word.replace(/^"/, '').toLowerCase()
  return known
    .filter(
      ({ key, name }) => typed === '' || markOf(key).startsWith(typed) || matchTier(typed, name) !== null,
    )
    .map((one) => {
      const same = known.filter(isNamed(one.name))
      const isAlone = same.filter(({ type }) => type === one.type).length === 1
      const type = same.length > 1 ? ` ${deploymentType.print(one.type)}` : ''
      return {
        text: isAlone ? `${printName(one.name)}${type}` : markOf(one.key),
        detail: isAlone ? detailOf(one) : `${one.name} · ${detailOf(one)}`,
      }
    })
}

/** By name, with its type where it runs more than once, or by its mark. */
const deploymentName = (expects: string, isMeant: (one: KnownDeployment) => boolean): ArgKind<string> => {
  const among = ({ deployments = [] }: Environment): Known => deployments.filter(isMeant)
  return {
    token: 'name',
    isGreedy: true,
    expects,
    read(line, from, environment) {
      const known = among(environment)
      const marked = markedAt(line, from, known, expects)
      if (marked !== null) return marked
      const quoted = quotedAt(line, from)
      if (quoted?.kind === 'problem') return quoted
      const named = namedAt(line, from, known)
      if (named === null) return null
      if (named.found.length > 0) return oneOf(line, from, narrowed(line, named, environment), expects)
      const sought = quoted?.value ?? wordAt(line, from).text
      const names = [...new Set(known.map(({ name }) => name))]
      return refuse(line, from, expects + nearestHint(sought, names))
    },
    print: markOf,
    complete: (word, environment) => completionsOf(among(environment), word),
  }
}

export const activeDeployment = deploymentName('a running strategy, by name in quotes', ({ status }) =>
  isActive(status),
)

export const anyDeployment = deploymentName('a deployed strategy, by name in quotes', () => true)
