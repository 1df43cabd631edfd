import { toIstClock } from '../../../domain/time.ts'

export const loadedNote = (
  output: { readonly asOf: number } | null,
  message: string | null,
): string | null =>
  output === null || message === null ? null : `${message}; as of ${toIstClock(output.asOf)}`
