export const accountBooks = [
  { value: 'broker', label: 'Broker book' },
  { value: 'virtual', label: 'Virtual book' },
] as const
