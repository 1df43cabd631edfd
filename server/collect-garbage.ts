import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A start leaves some 40 MB of garbage, which V8 does not collect at rest. Blocks the event loop. */
export const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
