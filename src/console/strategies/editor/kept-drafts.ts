import { EquityBody, OptionsBody } from '../../../contract/strategies.ts'
import { fromWire, toWire } from '../../../contract/wire.ts'
import type { StrategyOfRun } from '../../../domain/backtests/backtest.ts'
import type { Category, Strategy } from '../../../domain/strategies/strategy.ts'
import { isStrategySlug } from '../../../domain/strategies/strategy-slug.ts'
import { draftKey, type KeptDraft } from '../../../machines/strategies/editor/strategy-editor.ts'
import { storageKeys } from '../../../platform/storage.ts'
import type { UserStorage } from '../../shell/user-storage.ts'

const DRAFTS_MAX = 20

type Stored = Readonly<Record<string, unknown>>

const storedIn = (memory: UserStorage): Stored => {
  const value = memory.read(storageKeys.strategyDrafts)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Stored) : {}
}

const readStrategy = (value: unknown): Strategy | null => {
  const equity = EquityBody.safeParse(value)
  if (equity.success) return fromWire(EquityBody, equity.data)
  const options = OptionsBody.safeParse(value)
  return options.success ? fromWire(OptionsBody, options.data) : null
}

const readRef = (value: unknown): StrategyOfRun | null => {
  const { algoUuid, slug, version } = (typeof value === 'object' && value !== null ? value : {}) as {
    readonly [Name in keyof StrategyOfRun]?: unknown
  }
  if (typeof algoUuid !== 'string' || typeof slug !== 'string' || typeof version !== 'number') return null
  return isStrategySlug(slug) && Number.isInteger(version) ? { algoUuid, slug, version } : null
}

/** Null if nothing was kept, or if it cannot be read. */
export const keptDraft = (memory: UserStorage, slug: string | null, category: Category): KeptDraft | null => {
  const stored = storedIn(memory)[draftKey(slug, category)]
  if (typeof stored !== 'object' || stored === null) return null
  const { strategy: body, of } = stored as { readonly strategy?: unknown; readonly of?: unknown }
  const strategy = readStrategy(body)
  return strategy === null ? null : { strategy, of: readRef(of) }
}

const bodyOf = (strategy: Strategy): unknown =>
  strategy.category === 'equity' ? toWire(EquityBody, strategy) : toWire(OptionsBody, strategy)

export const keepDraft = (memory: UserStorage, key: string, kept: KeptDraft | null): void => {
  const { [key]: before, ...others } = storedIn(memory)
  if (before === undefined && kept === null) return
  const stored = kept === null ? others : { ...others, [key]: { ...kept, strategy: bodyOf(kept.strategy) } }
  memory.write(storageKeys.strategyDrafts, Object.fromEntries(Object.entries(stored).slice(-DRAFTS_MAX)))
}
