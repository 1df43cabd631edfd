import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findBarriers } from '../../support/barriers.ts'
import { overServer } from '../../support/over-server.ts'
import { enterApp } from '../../support/view.tsx'

const { password, bench } = overServer()

const HEADER = 'Date,Open Price,High Price,Low Price,Close Price,No.of Shares\n'
const rows = [
  '2024-04-04,101,104,100,103,5',
  '2024-04-03,101,102,100,102.1,5',
  'Total,,,,,',
  '2024-04-01,100,102,99,101,5',
]
const file = (name: string, text: string) => new File([text], name, { type: 'text/csv' })
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

const openPanel = async () => {
  const opened = bench().open('/settings?section=data')
  const user = await enterApp(opened, password())
  const choose = async (chosen: File) => {
    await button('Choose files')
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (input === null) throw new Error('no file can be chosen')
    await user.upload(input, chosen)
  }
  return { opened, user, choose }
}

test('a file with bad rows is imported without being edited, from the keyboard', async () => {
  const { user, choose } = await openPanel()
  await choose(file('INFY.csv', HEADER + rows.join('\n')))
  await screen.findByText('Rows are newest first and will be sorted by time.')
  expect(await findBarriers()).toEqual([])
  await user.click(await button('Import'))

  const mend = await button('Fix 1, skip the rest')
  const table = screen.getByRole('region', { name: '2 rows that cannot be used' })
  expect(
    within(table)
      .getAllByRole('row')
      .slice(2)
      .map((row) => row.textContent),
  ).toEqual(['INFY.csv4"Total" is not a time written isoTotal,,,,,'])
  expect(screen.getByRole('alert').textContent).toBe(
    '2 of 4 rows cannot be used (1 with high or low slightly off the open or close, 1 that cannot be read or appear twice); nothing was imported.',
  )
  expect(await findBarriers()).toEqual([])
  mend.focus()
  await user.keyboard('{Enter}')
  await screen.findByText('3 candles over 3 days are stored.')
  expect(screen.getByRole('region', { name: '1 row skipped' }).textContent).toContain('Total')
  expect(screen.getByRole('region', { name: '1 row with high or low corrected' }).textContent).toContain(
    'close 102.1 is outside low 100 to high 102',
  )
})

test('columns that nothing shows are chosen by what they hold, and read so at once', async () => {
  const { user, choose } = await openPanel()
  await choose(file('download.csv', 'p,q,r,s,t,u\n7,101,99,102,100,2024-04-01\n'))
  await screen.findByText(/^The columns for date, open, high, low and close could not be detected/)
  await screen.findByText('Not in today’s instrument list. Check the symbol.')
  for (const [name, column] of [
    ['Date', '6: 2024-04-01'],
    ['Open', '5: 100'],
    ['High', '4: 102'],
    ['Low', '3: 99'],
    ['Close', '2: 101'],
    ['Volume', '1: 7'],
  ] as const)
    await user.selectOptions(screen.getByRole('combobox', { name }), column)
  await screen.findByText('2024-04-01 00:00 open 100 high 102 low 99 close 101 volume 7')
})

test('a refused import keeps its file and what was set', async () => {
  const { user, choose } = await openPanel()
  await choose(file('SBIN.csv', `${HEADER}${rows.slice(2).join('\n')}`))
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Days stored already' }),
    'replace those days',
  )
  await user.click(await button('Import'))
  await user.click(await button('Change import settings'))
  await waitFor(() =>
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Days stored already' }).value).toBe(
      'replace',
    ),
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows that cannot be used' }), 'skip them')
  await user.click(await button('Import'))
  await screen.findByText('1 candle over 1 day is stored.')
  const row = await screen.findByRole('row', { name: /^SBIN (?!.*csv)/ })
  act(() => row.focus())
  await user.keyboard('{Enter}')
  await button('Delete 1 candle')
})

const DAY =
  'SYMBOL,SERIES,OPEN,HIGH,LOW,CLOSE,TIMESTAMP\nINFY,EQ,2,3,1,2,02-Feb-2026\nTCS,EQ,5,7,4,6,02-Feb-2026\n'

test('stored candles are adjusted for a split from their row, once', async () => {
  const { user, choose } = await openPanel()
  const split = ['2024-04-01,1000,1020,990,1010,5', '2024-04-02,100,102,99,101,50']
  await choose(file('SPLITCO.csv', `${HEADER}${split.join('\n')}`))
  await user.click(await button('Import'))
  await user.click(await button('Import as they are'))
  await screen.findByText('2 candles over 2 days are stored.')
  const row = await screen.findByRole('row', { name: /SPLITCO/ })
  expect(row.textContent).not.toContain('adjusted')
  const press = async () => {
    act(() => row.focus())
    await user.keyboard('{Enter}')
    await user.click(await button('Adjust for splits'))
  }
  await press()
  await screen.findByText('Prices before one gap adjusted')
  await waitFor(() => expect(screen.getByRole('row', { name: /SPLITCO/ }).textContent).toContain('adjusted'))
  await press()
  await screen.findByText('No price gap of NSE_SPLITCO is like a split or bonus; nothing was changed')
})

test('a file of many symbols is imported whole, each symbol by itself', async () => {
  const { user, choose } = await openPanel()
  await choose(file('day.csv', DAY))
  await screen.findByText('NSE_INFY 2026-02-02 00:00 open 2 high 3 low 1 close 2 volume 0')
  expect(screen.queryByRole('combobox', { name: 'Instrument' })).toEqual(null)
  expect(screen.queryByRole('combobox', { name: 'Other symbols in the file' })).toEqual(null)
  await user.click(await button('Import'))
  await screen.findByText('2 candles over 1 day, 2 instruments, are stored.')
})

test('of a file of many symbols, the members of an index can be chosen', async () => {
  const { opened, user, choose } = await openPanel()
  await choose(file('day.csv', DAY))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Symbols to import' }), 'of NIFTY 50')
  const chosen = opened.console.actors.candleImport.getSnapshot().context.options?.onlyKeys ?? []
  expect([chosen.length > 20, chosen.includes('NSE_INFY')]).toEqual([true, true])
})

test('a file of many symbols of which one is wanted waits for it', async () => {
  const { user, choose } = await openPanel()
  await choose(file('day.csv', DAY))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'The file has' }), 'one instrument')
  expect((await button('Import')).disabled).toBe(true)
  const field = screen.getByRole('combobox', { name: 'Instrument' })
  await user.click(field)
  await user.keyboard('tcs{Enter}')
  await screen.findByText('2026-02-02 00:00 open 5 high 7 low 4 close 6 volume 0')
  expect((await button('Import')).disabled).toBe(false)
})
