/** `own` shows the columns that the user has chosen. */
export const chainViews = ['prices', 'oi', 'greeks', 'own'] as const
export type ChainView = (typeof chainViews)[number]
