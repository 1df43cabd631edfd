export const statisticKinds = ['tag', 'mistake', 'setup', 'instrument', 'hour', 'weekday'] as const
export type StatisticKind = (typeof statisticKinds)[number]

const onlyKinds = [...statisticKinds, 'result'] as const

/** A part of the trips: those of a tag, of an hour of entry, the losers. An empty key is untagged, or by hand. */
export interface OnlyTrips {
  readonly kind: (typeof onlyKinds)[number]
  readonly key: string
}

export const losers: OnlyTrips = { kind: 'result', key: 'losers' }
export const winners: OnlyTrips = { kind: 'result', key: 'winners' }
export const untagged: OnlyTrips = { kind: 'tag', key: '' }

export const readOnly = (text: string): OnlyTrips | null => {
  const [, word = '', key = ''] = /^([a-z]+):(.{0,80})$/.exec(text) ?? []
  const kind = onlyKinds.find((one) => one === word)
  return kind === undefined ? null : { kind, key }
}

export const printOnly = ({ kind, key }: OnlyTrips): string => `${kind}:${key}`
