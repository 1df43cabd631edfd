export interface ProgramCost {
  /** Computed columns; those of the candles are not counted. */
  readonly steps: number
  /** Steps with more than one reader. */
  readonly shared: number
  readonly warmUp: number
}
