import type { Attention as Pointed } from '../commands/context/context-key.ts'
import { type Context, contextOf } from '../commands/context.ts'
import type { Environment } from '../commands/environment.ts'
import { marketDayAt } from '../domain/calendar/market-time.ts'
import type { QuoteBook } from '../market/quotes/quote-book.ts'
import type { Clock } from '../platform/clock.ts'
import type { Platform } from '../platform/platform.ts'
import { type Actors, snapshotsOf } from './actors.ts'
import { lastPriceOf } from './quotes/last-price.ts'

type Writable<Of> = { -readonly [Name in keyof Of]: Of[Name] }

export interface Attention extends Writable<Omit<Pointed, 'isTyping'>> {
  /** When the focus last moved to another row, in `Platform.ticks`. */
  focusedAt: number
}

export interface EnvironmentPorts {
  readonly actors: Actors
  readonly clock: Clock
  readonly platform: Pick<Platform, 'isTyping' | 'isMac'>
  readonly attention: Attention
  readonly quotes: QuoteBook
  readonly ofAreas: () => Partial<Environment>
}

export const createEnvironment = ({
  actors,
  clock,
  platform,
  attention,
  quotes,
  ofAreas,
}: EnvironmentPorts) => {
  const context = (): Context =>
    contextOf(snapshotsOf(actors), { ...attention, isTyping: platform.isTyping() })

  const lastPrice = lastPriceOf(actors, quotes)

  const environment = (): Environment => {
    const palette = actors.palette.getSnapshot()
    const { history, usage } = palette.context
    return {
      context: context(),
      instruments: actors.instruments.getSnapshot().context.index,
      today: marketDayAt(actors.marketState.getSnapshot().context, clock.now()),
      savedRuns: [],
      history,
      usage,
      preferences: actors.preferences.getSnapshot().context,
      isMac: platform.isMac,
      book: actors.auth.getSnapshot().context.user?.book ?? null,
      lastPrice,
      selection: attention.selection,
      line: palette.matches('closed') ? '' : palette.context.line,
      ...ofAreas(),
    }
  }

  return { context, environment }
}
