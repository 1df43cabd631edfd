import type { KeptCurrentContext } from '../../../machines/kept-current.ts'
import type { ListState } from './data-table.tsx'

type Loaded = Pick<KeptCurrentContext<unknown>, 'output' | 'message'>

/** The last answer stays on screen while a newer one cannot be loaded. */
export const listStateOf = ({
  output,
  message,
  again,
}: Loaded & { readonly again: () => void }): ListState => {
  if (output !== null) return { kind: 'ready' }
  return message === null ? { kind: 'loading' } : { kind: 'failed', message, retry: again }
}
