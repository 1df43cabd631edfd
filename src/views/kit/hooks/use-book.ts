import type { Book } from '../../../domain/orders/book.ts'
import { useSnapshot } from '../console.tsx'

/** Null before sign-in. */
export const useBook = (): Book | null => useSnapshot('auth', ({ context }) => context.user?.book ?? null)
