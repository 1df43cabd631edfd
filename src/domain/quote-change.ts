/** The specification's own figure of a live tick: of the price itself, in percent; 0 where there is no price. */
export const percentageChange = ({
  price,
  close,
}: {
  readonly price: number
  readonly close: number
}): number => (price === 0 ? 0 : ((price - close) / price) * 100)

interface PriceAndClose {
  readonly lastPrice: number
  /** Close of the session before. */
  readonly closePrice: number
}

/** What a trader calls the change: against the close of the session before, in the unit of the prices. */
export const changeFromClose = ({ lastPrice, closePrice }: PriceAndClose): number | null =>
  closePrice > 0 ? lastPrice - closePrice : null

/** The same in percent of that close. */
export const percentFromClose = ({ lastPrice, closePrice }: PriceAndClose): number | null =>
  closePrice > 0 ? ((lastPrice - closePrice) / closePrice) * 100 : null
