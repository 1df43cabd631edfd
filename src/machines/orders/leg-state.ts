export type LegState = 'waiting' | 'loading' | 'sent' | 'failed' | 'unknown'

/** Neither in flight nor possibly placed already. */
export const maySend = ({ state }: { readonly state: LegState }): boolean =>
  state === 'waiting' || state === 'failed'
