/** What an option chain is read for; each has its columns first. */
export const chainViews = ['prices', 'oi', 'greeks'] as const
export type ChainView = (typeof chainViews)[number]
