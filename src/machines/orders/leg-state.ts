export type LegState = 'waiting' | 'loading' | 'sent' | 'failed' | 'unknown'

/** Neither in flight nor possibly placed already. */
export const maySend = ({ state }: { readonly state: LegState }): boolean =>
  state === 'waiting' || state === 'failed'

/** False for an empty basket, and while a leg may still be in flight. */
export const areAllPlaced = (legs: readonly { readonly state: LegState }[]): boolean =>
  legs.length > 0 && legs.every(({ state }) => state === 'sent')
