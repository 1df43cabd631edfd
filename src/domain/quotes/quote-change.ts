/** As specified for a live tick: percent of the price itself, not of the close. */
export const percentageChange = ({
  price,
  close,
}: {
  readonly price: number
  readonly close: number
}): number => (price === 0 ? 0 : ((price - close) / price) * 100)

interface PriceAndClose {
  readonly lastPrice: number
  readonly closePrice: number
}

export const changeFromClose = ({ lastPrice, closePrice }: PriceAndClose): number | null =>
  closePrice > 0 ? lastPrice - closePrice : null

export const percentFromClose = ({ lastPrice, closePrice }: PriceAndClose): number | null =>
  closePrice > 0 ? ((lastPrice - closePrice) / closePrice) * 100 : null
