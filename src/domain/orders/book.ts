/** `virtual`: orders go to the simulated exchange. `broker`: to a real one. */
export const books = ['virtual', 'broker'] as const
export type Book = (typeof books)[number]

/** `long` is shown beside an account and in the details of an order. */
export const bookTitles: Readonly<Record<Book, { readonly short: string; readonly long: string }>> = {
  virtual: { short: 'Virtual', long: 'Virtual (paper) trading' },
  broker: { short: 'Broker', long: 'Broker trading' },
}

/** `paper` is the mode of orders that go to the simulated exchange. */
export const bookOfMode = (mode: string): Book => (mode === 'paper' ? 'virtual' : 'broker')
