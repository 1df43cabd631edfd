import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void

export const collectAllGarbage = (): void => collect()

/** Clears the garbage of earlier work from the young generation; compiled code stays. */
export const collectNewGarbage = (): void => collect({ type: 'minor' })
