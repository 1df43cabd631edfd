import type { Environment } from '../environment.ts'
import { type CommandCall, dispatchesOf } from '../registry.ts'

/** Both would do the same now, whatever the order of words, and whether a default is written or left out. */
export const isSameMeaning = (one: CommandCall, other: CommandCall, environment: Environment): boolean => {
  const [does, wanted] = [one, other].map((call) => JSON.stringify(dispatchesOf(call, environment)))
  return one.command === other.command && does === wanted
}
