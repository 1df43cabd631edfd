import { namesOfScreen, pathOf, type ScreenId, screenOf, screens } from '../../../domain/screens.ts'
import type { Dispatch } from '../../../machines/requests.ts'
import { command, required, to } from '../../command.ts'
import type { Context } from '../../context.ts'
import { choice } from '../../grammar/choice.ts'

const screen = choice<ScreenId>(
  'a screen such as positions, backtest or settings',
  screens.map((one) => ({ value: one.id, words: namesOfScreen(one), title: one.title })),
)

export const openView = command({
  id: 'view.open',
  title: 'Go to',
  keywords: ['screen', 'page', 'navigate'],
  verb: 'go',
  aliases: ['open', 'goto', 'go to'],
  when: 'signedIn',
  effect: 'read',
  args: { view: required('Screen', screen) },
  run: ({ view }) => to('navigation', { type: 'view.open', path: pathOf(view) }),
  describe: ({ view }) => `Go to ${screenOf(view).title}`,
})

export const goBack = command({
  id: 'view.back',
  title: 'Back',
  keywords: ['previous screen'],
  verb: 'back',
  effect: 'read',
  run: (_, { context }) => innermost(context) ?? to('navigation', { type: 'view.back' }),
})

const innermost = (context: Context): Dispatch | null => {
  if (context['details.open']) return to('orderDetails', { type: 'details.close' })
  if (context['notices.open']) return to('noticePanel', { type: 'notices.close' })
  if (context['trade.open'] && context.view === 'backtest') return to('tradeReview', { type: 'review.close' })
  return context.ticket === 'confirming' ? to('ticket', { type: 'ticket.back' }) : null
}

export const openImport = command({
  id: 'import.open',
  title: 'Import candles',
  keywords: ['data', 'csv', 'history', 'upload', 'files'],
  verb: 'import',
  aliases: ['import candles'],
  when: 'signedIn',
  effect: 'read',
  run: () => to('navigation', { type: 'view.open', path: pathOf('settings', { section: 'data' }) }),
})

export const viewCommands = [openView, goBack, openImport] as const
