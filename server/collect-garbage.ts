import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * The start makes some 40 MB that nothing needs afterwards, and a server at rest makes too little for V8 to go and look.
 * The event loop stands still for it: to be called where nobody waits yet.
 */
export const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
