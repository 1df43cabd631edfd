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

export const applyHolidays = command({
  id: 'holidays.apply',
  title: 'Apply the imported holidays',
  verb: 'holidays apply',
  isTyped: false,
  when: 'signedIn',
  effect: 'irreversible',
  run: () => to('holidayImport', { type: 'holidays.confirm' }),
})

export const calendarCommands = [openHolidays, applyHolidays] as const
