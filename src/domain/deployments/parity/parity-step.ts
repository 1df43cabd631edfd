export const paritySteps = ['signals', 'prices', 'quantities', 'charges'] as const
export type ParityStep = (typeof paritySteps)[number]
