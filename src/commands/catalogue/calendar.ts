import { pathOf } from '../../domain/screens.ts'
import { command, to } from '../command.ts'

export const openHolidays = command({
  id: 'holidays.open',
  title: 'Holidays',
  keywords: ['calendar', 'closed', 'muhurat', 'trading days', 'exchange', 'csv'],
  verb: 'holidays',
  aliases: ['import holidays'],
  when: 'signedIn',
  effect: 'read',
  run: () => to('navigation', { type: 'view.open', path: pathOf('settings', { section: 'holidays' }) }),
})

export const calendarCommands = [openHolidays] as const
