import { isSignedIn } from '../../machines/session/auth.ts'
import type { ContextKeys } from './context-key.ts'

export const sessionKeys = {
  signedIn: ({ auth }): boolean => auth !== undefined && isSignedIn(auth),
} satisfies ContextKeys
