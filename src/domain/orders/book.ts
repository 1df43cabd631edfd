/** `virtual`: orders go to the simulated exchange. `broker`: to a real one. */
export const books = ['virtual', 'broker'] as const
export type Book = (typeof books)[number]

export const bookTitles: Readonly<Record<Book, { readonly short: string; readonly long: string }>> = {
  virtual: { short: 'Virtual', long: 'Virtual (paper) trading' },
  broker: { short: 'Broker', long: 'Broker trading' },
}

export const bookOfMode = (mode: string): Book => (mode === 'paper' ? 'virtual' : 'broker')
