import { createHash } from 'node:crypto'
import type { UserId } from '../../user.ts'
import { type AccountState, reservedByAll } from './account-state.ts'
import { VersionedMap } from './versioned-map.ts'

const maps = ['orders', 'orderOfClientId', 'positions', 'holdings', 'fillIds', 'firstSales'] as const

/** Maps as lists of pairs; `reserved` is a sum over the orders and left out. */
const toPlain = ({ reserved: _, ...account }: AccountState): Record<string, unknown> => ({
  ...account,
  ...Object.fromEntries(maps.map((name) => [name, [...account[name]]])),
})

export const printAccount = (account: AccountState): string => JSON.stringify(toPlain(account))

/** Not validated: this program wrote the text, and its hash was checked. */
export const readAccount = (text: string): AccountState => {
  const plain = JSON.parse(text) as AccountState & Record<(typeof maps)[number], [never, never][]>
  const read = { ...plain, ...Object.fromEntries(maps.map((name) => [name, VersionedMap.of(plain[name])])) }
  return { ...read, reserved: reservedByAll(read.orders.values()) }
}

/** JSON with sorted keys, so that equal states are equal texts. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`
}

const hashes = new WeakMap<AccountState, string>()

const hashOfAccount = (account: AccountState): string => {
  const known = hashes.get(account)
  if (known !== undefined) return known
  const hash = createHash('sha256')
    .update(canonical(toPlain(account)))
    .digest('hex')
  hashes.set(account, hash)
  return hash
}

export const hashOfState = (accounts: ReadonlyMap<UserId, AccountState>): string => {
  const hash = createHash('sha256')
  for (const owner of [...accounts.keys()].sort()) {
    const account = accounts.get(owner)
    if (account !== undefined) hash.update(`${owner} ${hashOfAccount(account)}\n`)
  }
  return hash.digest('hex')
}
