import type { ContextKeys } from './context-key.ts'

export const noticeKeys = {
  'notices.open': ({ noticePanel }): boolean => noticePanel?.matches({ panel: 'open' }) ?? false,
} satisfies ContextKeys
