import { uuidOf } from '../domain/strategies/strategy-slug.ts'
import type { Platform } from '../platform/platform.ts'

const UUID_BYTES = 16

export const uuidMaker =
  ({ randomHex }: Pick<Platform, 'randomHex'>): (() => string) =>
  () =>
    uuidOf(randomHex(UUID_BYTES))
