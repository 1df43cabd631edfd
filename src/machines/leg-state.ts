export type LegState = 'waiting' | 'loading' | 'sent' | 'failed' | 'unknown'

/** Not on its way, and not perhaps placed already. */
export const maySend = ({ state }: { readonly state: LegState }): boolean =>
  state === 'waiting' || state === 'failed'
