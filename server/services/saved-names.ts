import { toIstClock, toIstDate } from '../../src/domain/time.ts'
import { Refusal } from '../refusal.ts'
import { isDuplicate } from '../store/database/transaction.ts'

/** Names of what users save are unique in lower case. */
export const nameKeyOf = (name: string): string => name.trim().toLowerCase()

const NAME_LENGTH_MAX = 60
const COPIES_MAX = 200

const numbered = (name: string, number: number): string => {
  const suffix = ` ${number}`
  return `${name.slice(0, NAME_LENGTH_MAX - suffix.length).trim()}${suffix}`
}

/** The name itself, or without the number of an earlier copy and with 2, 3, … until one is free. Throws Refusal. */
export const nameOfCopy = async (
  name: string,
  findTaken: (keys: readonly string[]) => Promise<readonly string[]>,
): Promise<string> => {
  const base = name.replace(/ \d{1,4}$/, '')
  const names = [name, ...Array.from({ length: COPIES_MAX }, (_, index) => numbered(base, index + 2))]
  const taken = new Set(await findTaken(names.map(nameKeyOf)))
  const free = names.find((one) => !taken.has(nameKeyOf(one)))
  if (free === undefined)
    throw new Refusal('CONFLICT', `There are ${COPIES_MAX} copies of ${name}; name this one`)
  return free
}

export const versionConflict = (
  { version, updated_at }: { readonly version: number; readonly updated_at: number },
  madeFrom: number,
): Refusal => {
  const at = Number(updated_at)
  return new Refusal(
    'VERSION_CONFLICT',
    `Version ${version} was saved on ${toIstDate(at)} at ${toIstClock(at)}; this change was made from version ${madeFrom}`,
  )
}

export const twiceIfDuplicate = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    // Two concurrent saves: the retry finds the first.
    if (isDuplicate(error)) return work()
    throw error
  }
}
