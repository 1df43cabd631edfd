import type { Requests } from '../../machines/requests.ts'
import { command, optional, required, to } from '../command.ts'
import { formValue } from '../grammar/form-value.ts'

export const refreshInstruments = command({
  id: 'instruments.refresh',
  title: 'Refresh instruments',
  keywords: ['list', 'master', 'reload', 'cache'],
  verb: 'refresh instruments',
  when: 'signedIn',
  effect: 'read',
  run: () => to('instruments', { type: 'instruments.reload' }),
})

export const startImport = command({
  id: 'import.start',
  title: 'Import the chosen files',
  verb: 'import start',
  isTyped: false,
  when: 'signedIn',
  effect: 'irreversible',
  run: () => to('candleImport', { type: 'import.confirm' }),
})

type Again = Extract<Requests['candleImport'], { readonly type: 'import.again' }>

export const repeatImport = command({
  id: 'import.again',
  title: 'Import the same files again',
  verb: 'import again',
  isTyped: false,
  when: 'signedIn',
  effect: 'irreversible',
  args: { changes: optional('Changes', formValue<NonNullable<Again['changes']>>('other import settings')) },
  run: ({ changes }) =>
    to('candleImport', { type: 'import.again', ...(changes === undefined ? {} : { changes }) }),
})

export const cancelImport = command({
  id: 'import.cancel',
  title: 'Cancel the import',
  verb: 'import cancel',
  isListed: false,
  when: 'signedIn',
  effect: 'local',
  run: () => to('candleImport', { type: 'import.cancel' }),
})

export const adjustCandles = command({
  id: 'candles.adjust',
  title: 'Adjust stored candles for splits',
  verb: 'candles adjust',
  isTyped: false,
  when: 'signedIn',
  effect: 'local',
  args: { series: required('Series', formValue<Requests['adjustSeries']['input']>('a stored series')) },
  run: ({ series }) => to('adjustSeries', { type: 'request.send', input: series }),
})

export const deleteCandles = command({
  id: 'candles.delete',
  title: 'Delete stored candles',
  verb: 'candles delete',
  isTyped: false,
  when: 'signedIn',
  effect: 'irreversible',
  args: { series: required('Series', formValue<Requests['deleteSeries']['input']>('a stored series')) },
  run: ({ series }) => to('deleteSeries', { type: 'request.send', input: series }),
})

export const instrumentCommands = [
  refreshInstruments,
  startImport,
  repeatImport,
  cancelImport,
  adjustCandles,
  deleteCandles,
] as const
