import type { WireCode } from '../../../src/contract/error-codes.ts'
import type { Refused } from '../rules.ts'

export const beforeEntry = (code: WireCode, message: string): Refused => ({
  kind: 'refused',
  stage: 'api',
  code,
  message,
  raw: null,
})

export const byRiskCheck = (code: WireCode, message: string, raw: string): Refused => ({
  kind: 'refused',
  stage: 'rms',
  code,
  message,
  raw,
})
