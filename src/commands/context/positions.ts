import type { ContextKeys } from './context-key.ts'

export const positionKeys = {
  'positions.open': ({ positions }): number =>
    positions?.context.output?.net.filter(({ quantity }) => quantity !== 0).length ?? 0,
} satisfies ContextKeys
