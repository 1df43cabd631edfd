import type { Context } from '../commands/context.ts'
import type { Environment } from '../commands/environment.ts'
import { marketDayAt } from '../domain/calendar/market-time.ts'
import type { InstrumentId } from '../domain/instruments/instrument.ts'
import { screenAt } from '../domain/screens.ts'
import { isSignedIn } from '../machines/session/auth.ts'
import type { QuoteBook } from '../market/quotes/quote-book.ts'
import type { Clock } from '../platform/clock.ts'
import type { Platform } from '../platform/platform.ts'
import type { Actors } from './actors.ts'
import { tradingContext, tradingEnvironment } from './trading-context.ts'

export interface Attention {
  focus: { readonly kind: string; readonly key: string; readonly instrument?: InstrumentId }
  /** When the focus last moved to another row, in `Platform.ticks`. */
  focusedAt: number
  isDialogOpen: boolean
  selection: readonly string[]
}

export interface EnvironmentPorts {
  readonly actors: Actors
  readonly clock: Clock
  readonly platform: Pick<Platform, 'isTyping' | 'isMac'>
  readonly attention: Attention
  readonly quotes: QuoteBook
  readonly shortcuts: () => Partial<Environment>
}

export const createEnvironment = ({
  actors,
  clock,
  platform,
  attention,
  quotes,
  shortcuts,
}: EnvironmentPorts) => {
  const context = (): Context => {
    const backtest = actors.backtest.getSnapshot()
    return {
      signedIn: isSignedIn(actors.auth.getSnapshot()),
      view: screenAt(actors.navigation.getSnapshot().context.path) ?? '',
      typing: platform.isTyping(),
      dialog: attention.isDialogOpen || actors.help.getSnapshot().matches('open'),
      palette: !actors.palette.getSnapshot().matches('closed'),
      'backtest.running': ['preparing', 'running', 'cancelling'].some((state) => backtest.value === state),
      'backtest.report': backtest.context.rows.some(({ result }) => result !== null),
      'selection.count': attention.selection.length,
      'focus.kind': attention.focus.kind,
      'focus.key': attention.focus.key,
      ...tradingContext(actors, attention),
    }
  }

  const lastPrice = (instrument: InstrumentId): number | null =>
    quotes.lastPrice(instrument) ??
    actors.prices.getSnapshot().context.rows.find(({ key }) => key === instrument)?.lastPrice ??
    null

  const environment = (): Environment => {
    const palette = actors.palette.getSnapshot()
    const { history, usage } = palette.context
    return {
      context: context(),
      instruments: actors.instruments.getSnapshot().context.index,
      today: marketDayAt(actors.marketState.getSnapshot().context, clock.now()),
      savedRuns: actors.savedRuns.getSnapshot().context.runs,
      history,
      usage,
      preferences: actors.preferences.getSnapshot().context,
      isMac: platform.isMac,
      lastPrice,
      selection: attention.selection,
      line: palette.matches('closed') ? '' : palette.context.line,
      ...shortcuts(),
      ...tradingEnvironment(actors, { quotes, lastPrice }),
    }
  }

  return { context, environment }
}
