import { pathOf } from '../../../domain/screens.ts'
import { command, to } from '../../command.ts'

export const searchInstruments = command({
  id: 'instrument.search',
  title: 'Find an instrument',
  keywords: ['search', 'symbol', 'equity', 'lookup'],
  verb: 'find',
  aliases: ['search'],
  when: 'signedIn',
  effect: 'read',
  run: () => to('navigation', { type: 'view.open', path: pathOf('equity-search') }),
})

export const exportTable = command({
  id: 'table.export',
  title: 'Export the table as CSV',
  keywords: ['csv', 'download', 'save', 'file'],
  verb: 'export',
  when: 'signedIn && (view == order-book || view == gtt || view == positions || view == holdings || view == watchlist || view == parity || view == scanner-result || view == journal || view == funds)',
  effect: 'read',
  run: () => to('tables', { type: 'table.export' }),
})

export const tableCommands = [searchInstruments, exportTable] as const
