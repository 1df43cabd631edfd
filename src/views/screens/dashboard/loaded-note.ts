import { toIstClock } from '../../../domain/time.ts'

/** While a newer answer cannot be loaded: why, and of when the figures are. */
export const loadedNote = (
  output: { readonly asOf: number } | null,
  message: string | null,
): string | null =>
  output === null || message === null ? null : `${message}; as of ${toIstClock(output.asOf)}`
