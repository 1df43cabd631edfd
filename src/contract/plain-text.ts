import * as z from 'zod/mini'
import { findUnseen } from '../domain/plain-text.ts'

export const isPlain = z.refine<string>(
  (text: string) => findUnseen(text) === null,
  'expected text without control, direction-turning or zero-width characters',
)
