export const products = ['cash', 'NRML', 'MIS'] as const
export type Product = (typeof products)[number]

export const sides = ['buy', 'sell'] as const
export type Side = (typeof sides)[number]
