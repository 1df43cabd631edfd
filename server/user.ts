import type { Brand } from '../src/domain/brand.ts'

export type UserId = Brand<string, 'UserId'>

export interface User {
  readonly id: UserId
  readonly name: string
}
