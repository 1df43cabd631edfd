import { render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { getWatchlists } from '../../../src/contract/watchlists.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { ConsoleProvider } from '../../../src/views/kit/console.tsx'
import { InstrumentName } from '../../../src/views/kit/instrument/instrument-name.tsx'
import { findBarriers } from '../../support/barriers.ts'
import { overServer } from '../../support/over-server.ts'
import { notification } from '../../support/server/live.ts'
import { dataOf } from '../../support/server/server.ts'
import { enterApp } from '../../support/view.tsx'

const { password, server, bench } = overServer()

const enter = async (path: string) => {
  const opened = bench().open(path)
  const user = await enterApp(opened, password())
  return { user, ...opened }
}

const tcs = 'NSE_TCS' as InstrumentId
const infy = 'NSE_INFY' as InstrumentId
const sbin = 'NSE_SBIN' as InstrumentId
const call = 'NFO-OPT_NIFTY26NOV25950CE' as InstrumentId

/** Of the last isolated name, what is never cut. */
const lastPart = (place: string): string | null | undefined =>
  [...document.querySelectorAll(`${place} bdi [class*=core]`)].at(-1)?.textContent

/** Rows of the list on screen, asked for by attribute: names and roles of a whole grid take long to work out here. */
const symbolRows = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('main [aria-label^=Watchlist] [role=row][data-key]'),
]
const symbols = (): readonly (string | null)[] => symbolRows().map((row) => row.getAttribute('data-key'))

describe('the watchlist screen', () => {
  test('is empty with a word of what to do, then holds what is added, moved by key and given back', async () => {
    const { user, console } = await enter('/watchlist')
    await screen.findByText('This watchlist is empty')
    console.run({ command: 'watch.add', args: { instruments: [tcs, infy] } })
    await waitFor(() => expect(symbols()).toEqual([tcs, infy]))

    symbolRows()[0]?.focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(symbols()).toEqual([infy, tcs]))

    console.run({ command: 'watch.remove', args: { instruments: [infy] } })
    await waitFor(() => expect(symbols()).toEqual([tcs]))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(symbols()).toEqual([infy, tcs]))
    expect(await findBarriers()).toEqual([])
  })

  test('keeps its row and its selection while the command line is open, and removes all that are selected', async () => {
    const { user, console } = await enter('/watchlist')
    console.run({ command: 'watch.create', args: { list: 'Three' } })
    await screen.findByText('This watchlist is empty')
    console.run({ command: 'watch.add', args: { instruments: [tcs, infy, sbin] } })
    await waitFor(() => expect(symbols()).toEqual([tcs, infy, sbin]))
    symbolRows()[0]?.focus()
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await screen.findByRole('button', { name: 'Remove 2 selected' })
    console.run({ command: 'palette.open', args: {} })
    await screen.findByRole('combobox', { name: 'Command line' })
    const { context, selection } = console.environment()
    expect([context['focus.kind'], context['focus.key'], selection]).toEqual(['watch', infy, [tcs, infy]])
    await user.keyboard('{Escape}')
    console.run({ command: 'watch.remove', args: {} })
    await waitFor(() => expect(symbols()).toEqual([sbin]))
  })

  test('says where a row went, and writes what is on screen to a file', async () => {
    const { user, console } = await enter('/watchlist')
    console.run({ command: 'watch.create', args: { list: 'Two' } })
    await screen.findByText('This watchlist is empty')
    console.run({ command: 'watch.add', args: { instruments: [tcs, infy] } })
    await waitFor(() => expect(symbols()).toEqual([tcs, infy]))
    symbolRows()[0]?.focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await screen.findByText('TCS is 2 of 2')
    const files: Blob[] = []
    URL.createObjectURL = (file) => {
      files.push(file as Blob)
      return 'blob:one'
    }
    URL.revokeObjectURL = () => {}
    console.run({ command: 'table.export', args: {} })
    await waitFor(() => expect(files.length).toEqual(1))
    const lines = (await files[0]?.text())?.split('\r\n') ?? []
    expect([lines[0]?.split(',').slice(0, 3), lines.slice(1).map((line) => line.split(',')[0])]).toEqual([
      ['instrument', 'last_price', 'close_price'],
      [infy, tcs],
    ])
  })

  test('takes many symbols from a pasted text and names those it does not know', async () => {
    const { user } = await enter('/watchlist')
    await user.click(await screen.findByRole('button', { name: /Paste symbols/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Paste symbols' })
    await user.click(within(dialog).getByRole('textbox'))
    await user.paste('NIFTY 50, nse:sbin\nNOSUCHTHING;HDFCBANK')
    expect(within(dialog).getByRole('status').textContent).toEqual('Unknown, skipped: NOSUCHTHING')
    await user.click(within(dialog).getByRole('button', { name: 'Add 3 symbols' }))
    await waitFor(() =>
      expect(symbols()).toEqual(expect.arrayContaining(['INDICES_NIFTY 50', 'NSE_SBIN', 'NSE_HDFCBANK'])),
    )
  })

  test('isolates each name and keeps strike and type of a contract, as the rail and the search do', async () => {
    const { console } = await enter('/watchlist')
    console.run({ command: 'watch.create', args: { list: 'Contracts' } })
    await screen.findByText('This watchlist is empty')
    console.run({ command: 'watch.add', args: { instruments: [call] } })
    await waitFor(() => expect(symbols()).toEqual([call]))
    await waitFor(() => expect(lastPart('nav [role=row]')).toEqual(' 25950 CE'))
    expect(lastPart('main [role=row]')).toEqual(' 25950 CE')
    console.run({ command: 'address.open', args: { address: '/equity-search?q=nifty%2025950%20ce' } })
    await screen.findByRole('heading', { name: 'Instrument search' })
    await waitFor(() => expect(lastPart('main [role=row]')).toMatch(/\dCE$/))
    render(
      <ConsoleProvider value={console}>
        <footer>
          <InstrumentName of={call} symbol="" />
        </footer>
      </ConsoleProvider>,
    )
    expect(lastPart('footer')).toEqual(' 25950 CE')
  })

  test('a new list refuses a name that cannot be, and is then the one on screen', async () => {
    const { user } = await enter('/watchlist')
    await user.click(await screen.findByRole('button', { name: /New list/ }))
    const dialog = await screen.findByRole('dialog', { name: 'New watchlist' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'a/b{Enter}')
    await within(dialog).findByText('Use letters, digits, spaces and & only')
    await user.clear(within(dialog).getByRole('textbox', { name: 'Name' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Banks & co{Enter}')
    await waitFor(() => expect(document.title).toEqual('Banks & co, watchlist · sauda'))
  })

  test('a list is renamed and deleted on the server, too', async () => {
    const { console } = await enter('/watchlist')
    const session = await server().signIn('asha', password())
    const namesOnServer = async () =>
      dataOf(getWatchlists, await server().call(session, getWatchlists)).map(({ name }) => name)
    console.run({ command: 'watch.create', args: { list: 'Auto & more' } })
    await screen.findByText('This watchlist is empty')
    console.run({ command: 'watch.add', args: { instruments: [tcs] } })
    await waitFor(async () => expect(await namesOnServer()).toContain('Auto & more'))
    console.run({ command: 'watch.rename', args: { list: 'Auto & more', to: 'Cars' } })
    await waitFor(async () => {
      const names = await namesOnServer()
      expect([names.includes('Cars'), names.includes('Auto & more')]).toEqual([true, false])
    })
    console.run({ command: 'watch.delete', args: { list: 'Cars' } })
    await waitFor(async () => expect(await namesOnServer()).not.toContain('Cars'))
  })
})

describe('notifications', () => {
  const three = [
    notification('n-1', {
      deploymentType: 'auto',
      algoName: 'EMA cross',
      notificationMsg: 'entered',
    }),
    notification('n-2', {
      deploymentType: 'scanner',
      scannerName: 'Dips',
      notificationMsg: 'WIPRO',
      slug: 'dips',
      notificationType: 'scanner',
    }),
    notification('n-4', { deploymentType: 'order', algoName: null, notificationMsg: 'Buy 10 INFY: filled' }),
  ]

  test('open beside the screen, are parted by tabs, and lead where they come from', async () => {
    const { user, console } = await enter('/')
    await waitFor(() =>
      expect(console.actors.notificationStream.getSnapshot().matches('active')).toEqual(true),
    )
    for (const notice of three)
      console.actors.notificationStream.send({ type: 'tabs.notices', notices: [notice], isWhole: false })
    await user.click(screen.getByRole('button', { name: /^Notifications/ }))
    const panel = await screen.findByRole('region', { name: 'Notifications' })
    expect(document.activeElement?.textContent).toEqual('Notifications')
    const rows = () =>
      within(panel)
        .getAllByRole('row')
        .map((row) => row.textContent)
    await waitFor(() => expect(rows().length).toEqual(3))
    await user.click(within(panel).getByRole('tab', { name: /^Orders/ }))
    await waitFor(() => expect(rows().join()).toMatch(/Buy 10 INFY.*filled/))
    await user.click(within(panel).getByRole('tab', { name: /^Scanner/ }))
    await waitFor(() => expect(rows().join()).toMatch(/Dips.*WIPRO/))
    expect(await findBarriers()).toEqual([])
    within(panel).getAllByRole('row')[0]?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(console.actors.navigation.getSnapshot().context.path).toEqual('/scanner/dips'))
    expect(screen.queryByRole('region', { name: 'Notifications' })).toEqual(null)
  })

  test('are drawn as they are written, whatever markup somebody wrote into them', async () => {
    const { user, console } = await enter('/')
    await waitFor(() =>
      expect(console.actors.notificationStream.getSnapshot().matches('active')).toEqual(true),
    )
    const written = '<img src=x onerror="document.title=1"><b>filled</b>'
    const notice = notification('n-3', { algoName: '<i>EMA</i>', notificationMsg: written })
    console.actors.notificationStream.send({ type: 'tabs.notices', notices: [notice], isWhole: false })
    await user.click(screen.getByRole('button', { name: /^Notifications/ }))
    const panel = await screen.findByRole('region', { name: 'Notifications' })
    await waitFor(() => expect(panel.textContent).toContain(written))
    expect(document.querySelector('img[src=x], [onerror]')).toEqual(null)
  })

  test('have one count of unread ones: beside the bell, over the panel and on its tab', async () => {
    const split = { auto: 4, live: 0, paper: 5, scanner: 2 }
    const data = { used: 20, read: 9, unread_count: 11, unread_split_count: split }
    bench().answerInstead(({ path }) =>
      path.includes('/get_count') ? Response.json({ status: 'success', data, message: '' }) : null,
    )
    const { user } = await enter('/')
    await user.click(await screen.findByRole('button', { name: /^Notifications\s*11/ }))
    const panel = await screen.findByRole('region', { name: 'Notifications' })
    within(panel).getByText('11 unread')
    within(panel).getByRole('tab', { name: 'All 11' })
  })

  test('are being loaded, or could not be loaded, with a way to try again: neither is none', async () => {
    const isList = (path: string) => path.includes('/notifications/get_all')
    let answer = (): void => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    bench().answerInstead(async ({ path }) => {
      if (!isList(path)) return null
      await answered
      return new Response('{"status":"error","message":"The store is full"}', { status: 500 })
    })
    const { user } = await enter('/notifications')
    await screen.findByRole('status', { name: 'Notifications: loading' })
    expect(screen.queryByText('No notifications yet')).toEqual(null)
    answer()
    const alert = (await screen.findByText('The store is full')).closest<HTMLElement>('[role=alert]')
    expect(screen.queryByText('No notifications yet')).toEqual(null)
    bench().answerInstead(() => null)
    if (alert === null) throw new Error('the failure is no alert')
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await screen.findByText('No notifications yet')
  })

  test('have a page of their own, with a word when there are none', async () => {
    await enter('/notifications')
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toEqual('Notifications')
    await screen.findByText('No notifications yet')
  })
})
