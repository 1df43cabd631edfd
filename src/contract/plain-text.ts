import * as z from 'zod/mini'
import { findUnseen } from '../domain/plain-text.ts'

/** Text that is shown beside others: what would turn, hide or not be drawn in it is refused. */
export const isPlain = z.refine<string>(
  (text: string) => findUnseen(text) === null,
  'expected text without control, direction-turning or zero-width characters',
)
