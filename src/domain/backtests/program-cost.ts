export interface ProgramCost {
  /** Computed columns; those of the candles are not counted. */
  readonly steps: number
  /** Steps with more than one reader. */
  readonly shared: number
  /** Instruments read besides the traded one; their candles are loaded and computed on as well. */
  readonly others: number
  readonly warmUp: number
}
