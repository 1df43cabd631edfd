import type { ContextKeys } from './context-key.ts'

export const macroKeys = {
  'macro.recording': ({ macros }): boolean => macros?.matches('recording') ?? false,
  'macro.playing': ({ macros }): boolean => macros?.matches('playing') ?? false,
} satisfies ContextKeys
