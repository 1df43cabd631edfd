import { screenAt } from '../../domain/screens.ts'
import type { ContextKeys } from './context-key.ts'

export const shellKeys = {
  view: ({ navigation }): string => screenAt(navigation?.context.path ?? '') ?? '',
  typing: (_, { isTyping }): boolean => isTyping,
  dialog: ({ help }, { isDialogOpen }): boolean => isDialogOpen || (help?.matches('open') ?? false),
  palette: ({ palette }): boolean => palette !== undefined && !palette.matches('closed'),
  'selection.count': (_, { selection }): number => selection.length,
  /** `trade`, `run`, `strategy`, `symbol`, `order`, `position`, `holding`, `watch`, `leg`, `combination`, `deployment`, `proposal`, `scanned`, or empty. */
  'focus.kind': (_, { focus }): string => focus.kind,
  'focus.key': (_, { focus }): string => focus.key,
  /** `segment_symbol` of the focused row, or empty. */
  'focus.instrument': (_, { focus }): string => focus.instrument ?? '',
} satisfies ContextKeys
