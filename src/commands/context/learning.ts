import type { ContextKeys } from './context-key.ts'

export const learningKeys = {
  'tour.asking': ({ firstSteps }): boolean => firstSteps?.matches('touring') ?? false,
  'tour.shown': ({ firstSteps }): boolean => firstSteps !== undefined && !firstSteps.matches('off'),
} satisfies ContextKeys
