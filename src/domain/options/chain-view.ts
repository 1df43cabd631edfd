export const chainViews = ['prices', 'oi', 'greeks'] as const
export type ChainView = (typeof chainViews)[number]
