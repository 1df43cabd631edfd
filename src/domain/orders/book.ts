/** `virtual`: orders go to the simulated exchange. `broker`: to a real one. */
export const books = ['virtual', 'broker'] as const
export type Book = (typeof books)[number]

export const bookTitles: Readonly<Record<Book, string>> = { virtual: 'Virtual', broker: 'Broker' }
