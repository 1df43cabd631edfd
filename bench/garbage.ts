import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void

export const collectAllGarbage = (): void => collect()

/** Clears what the work before left in the nursery, so that nobody pays for another's garbage; compiled code stays. */
export const collectNewGarbage = (): void => collect({ type: 'minor' })
