/** What a program of conditions takes, whatever the candles. */
export interface ProgramCost {
  /** Columns that are computed; those of the candles themselves are not counted. */
  readonly steps: number
  /** Of these, the ones that more than one reader makes use of. */
  readonly shared: number
  /** Candles of the chart before every condition can be true. */
  readonly warmUp: number
}
