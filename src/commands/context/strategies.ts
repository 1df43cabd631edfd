import { pathOf } from '../../domain/screens.ts'
import type { ContextKeys } from './context-key.ts'

const isBuilder = (path: string): boolean => path.split('?')[0] === pathOf('strategy')

export const strategyKeys = {
  /** The builder is on screen with a strategy. */
  'strategy.editing': ({ navigation, strategyEditor }): boolean =>
    isBuilder(navigation?.context.path ?? '') && (strategyEditor?.matches('open') ?? false),
  /** Another device has saved the strategy in the builder since. */
  'strategy.conflict': ({ strategyEditor }): boolean =>
    strategyEditor?.matches({ open: 'conflicted' }) ?? false,
} satisfies ContextKeys
