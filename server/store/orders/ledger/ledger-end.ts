export const FIRST_HASH = '0'.repeat(64)

export interface LogEnd {
  readonly seq: number
  readonly hash: string
}

export const emptyLog: LogEnd = { seq: 0, hash: FIRST_HASH }
