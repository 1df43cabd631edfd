import type { Refused } from '../rules.ts'

export const beforeEntry = (code: string, message: string, type = 'InputException'): Refused => ({
  kind: 'refused',
  stage: 'api',
  type,
  code,
  message,
  raw: null,
})

export const byRiskCheck = (code: string, type: string, message: string, raw: string): Refused => ({
  kind: 'refused',
  stage: 'rms',
  type,
  code,
  message,
  raw,
})
