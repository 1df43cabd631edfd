import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { ScreenTitle } from '../../../src/views/kit/layout/screen-title.tsx'
import { type ColumnOf, DataTable } from '../../../src/views/kit/table/data-table.tsx'
import { findBarriers } from '../../support/barriers.ts'

interface Fruit {
  readonly name: string
  readonly weight: number | null
}

const columns: readonly ColumnOf<Fruit>[] = [
  { id: 'name', title: 'Name', isRowHeader: true, cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    id: 'weight',
    title: 'Weight',
    isNumeric: true,
    cell: ({ weight }) => weight ?? '–',
    sortBy: ({ weight }) => weight,
  },
]

const fruits: readonly Fruit[] = [
  { name: 'pear', weight: 3 },
  { name: 'fig', weight: null },
  { name: 'apple', weight: 1 },
]

const manyFruits = (count: number): readonly Fruit[] =>
  Array.from({ length: count }, (_, index) => ({ name: `fruit ${index}`, weight: index }))

const show = (props: Partial<Parameters<typeof DataTable<Fruit>>[0]> = {}) =>
  render(
    <main>
      <DataTable
        label="Fruits"
        rows={fruits}
        columns={columns}
        rowKey={({ name }) => name}
        phone={({ name }) => ({ title: name, value: '' })}
        empty={<p>No fruit. Press n to plant one.</p>}
        {...props}
      />
    </main>,
  )

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
const focusedRow = () => document.activeElement?.textContent

describe('an order that is held', () => {
  const byWeight = { column: 'weight', direction: 'ascending' } as const
  const table = (rows: readonly Fruit[], orderOf: string | null) => (
    <DataTable
      label="Fruits"
      rows={rows}
      columns={columns}
      rowKey={({ name }) => name}
      phone={({ name }) => ({ title: name, value: '' })}
      empty={<p>No fruit.</p>}
      initialSort={byWeight}
      orderOf={orderOf}
    />
  )

  test('rows keep their places while their values change, new ones are put where they belong', async () => {
    const { rerender } = render(table(fruits, 'candle 1'))
    await waitFor(() => expect(names()).toEqual(['apple', 'pear', 'fig']))
    const changed = [
      { name: 'pear', weight: 0 },
      { name: 'fig', weight: 9 },
      { name: 'apple', weight: 5 },
      { name: 'plum', weight: 6 },
    ]
    rerender(table(changed, 'candle 1'))
    await waitFor(() => expect(names()).toEqual(['apple', 'pear', 'plum', 'fig']))
    rerender(table(changed.slice(1), 'candle 1'))
    await waitFor(() => expect(names()).toEqual(['apple', 'plum', 'fig']))
    rerender(table(changed, 'candle 2'))
    await waitFor(() => expect(names()).toEqual(['pear', 'apple', 'plum', 'fig']))
  })

  test('another column sorts them again', async () => {
    const user = userEvent.setup()
    render(table(fruits, 'candle 1'))
    await waitFor(() => expect(names()).toEqual(['apple', 'pear', 'fig']))
    await user.click(screen.getByRole('columnheader', { name: /Name/ }))
    await waitFor(() => expect(names()).toEqual(['apple', 'fig', 'pear']))
  })
})

describe('rows', () => {
  test('Enter acts on the row that the arrow keys or j and k have reached', async () => {
    const user = userEvent.setup()
    const onRowAction = vi.fn()
    show({ onRowAction })
    await user.tab()
    await user.keyboard('{ArrowDown}j')
    expect(focusedRow()).toEqual('apple1')
    await user.keyboard('k{Enter}')
    expect(onRowAction.mock.calls).toEqual([[{ name: 'fig', weight: null }]])
  })

  test('k stays on the first row, from which the arrow goes on to the titles', async () => {
    const user = userEvent.setup()
    show()
    await user.tab()
    await user.keyboard('jkkk')
    expect(document.activeElement).toBe(screen.getByRole('row', { name: /pear/ }))
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement?.getAttribute('role')).toEqual('columnheader')
  })

  test('left and right walk the cells of a row, and up and down keep the column', async () => {
    const user = userEvent.setup()
    const onRowAction = vi.fn()
    show({ onRowAction })
    await user.tab()
    const steps: (string | null | undefined)[] = []
    for (const key of ['{ArrowRight}', '{ArrowRight}', '{ArrowRight}', '{ArrowLeft}', '{ArrowLeft}']) {
      await user.keyboard(key)
      steps.push(focusedRow())
    }
    expect(steps).toEqual(['pear', '3', '3', 'pear', 'pear3'])
    await user.keyboard('{ArrowRight}{ArrowRight}j')
    await waitFor(() => expect(focusedRow()).toEqual('–'))
    expect(document.activeElement?.getAttribute('role')).toEqual('gridcell')
    await user.keyboard('{Enter}')
    expect(onRowAction.mock.calls).toEqual([[{ name: 'fig', weight: null }]])
  })

  test('cells say their column and what heads the row', () => {
    show()
    const [, row] = screen.getAllByRole('row')
    const cells = row?.querySelectorAll('[aria-colindex]') ?? []
    expect([...cells].map((cell) => [cell.getAttribute('role'), cell.getAttribute('aria-colindex')])).toEqual(
      [
        ['rowheader', '1'],
        ['gridcell', '2'],
      ],
    )
  })

  test('Home and End go to the first and the last of all rows, also of those not drawn yet', async () => {
    const user = userEvent.setup()
    show({ rows: manyFruits(1000) })
    await user.tab()
    await user.keyboard('{End}')
    expect(focusedRow()).toEqual('fruit 999999')
    await user.keyboard('{Home}')
    expect(focusedRow()).toEqual('fruit 00')
  })

  test('a thousand rows draw a window of rows and count them all', () => {
    show({ rows: manyFruits(1000) })
    expect(screen.getByRole('grid', { name: 'Fruits' }).getAttribute('aria-rowcount')).toEqual('1001')
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
  })

  test('the row under the cursor is told', async () => {
    const user = userEvent.setup()
    const onRowFocus = vi.fn()
    show({ onRowFocus })
    await user.tab()
    await user.keyboard('j')
    expect(onRowFocus.mock.calls.at(-1)).toEqual([{ name: 'fig', weight: null }])
  })

  test('a row without figures says words in their place', () => {
    show({ wordsFor: ({ weight }) => (weight === null ? 'not weighed' : null) })
    expect(within(screen.getByRole('row', { name: /fig/ })).getByText('not weighed').textContent).toEqual(
      'not weighed',
    )
  })
})

describe('selection', () => {
  const Selectable = ({ onSelect, ...props }: { readonly onSelect: (keys: readonly string[]) => void }) => {
    const [selected, setSelected] = useState<readonly string[]>([])
    return (
      <DataTable
        label="Fruits"
        rows={fruits}
        columns={columns}
        rowKey={({ name }) => name}
        phone={({ name }) => ({ title: name, value: '' })}
        empty={null}
        selected={selected}
        onSelect={(keys) => {
          setSelected(keys)
          onSelect(keys)
        }}
        {...props}
      />
    )
  }
  const showSelectable = (props: Partial<Parameters<typeof DataTable<Fruit>>[0]> = {}) => {
    const onSelect = vi.fn()
    render(
      <main>
        <Selectable {...props} onSelect={onSelect} />
      </main>,
    )
    return () => onSelect.mock.calls.map(([keys]) => [...keys].sort().join(' '))
  }
  const selectedRows = () =>
    screen
      .getAllByRole('row')
      .filter((row) => row.getAttribute('aria-selected') === 'true')
      .map((row) => row.getAttribute('data-key'))

  test('Space toggles the row under the cursor', async () => {
    const user = userEvent.setup()
    showSelectable()
    await user.tab()
    await user.keyboard('j ')
    expect(selectedRows()).toEqual(['fig'])
    await user.keyboard(' ')
    expect(selectedRows()).toEqual([])
  })

  test.each([
    { keys: '{Shift>}{ArrowDown}{/Shift}', rows: ['pear', 'fig'] },
    { keys: '{Shift>}{ArrowDown}{ArrowDown}{/Shift}', rows: ['pear', 'fig', 'apple'] },
    { keys: '{Shift>}{ArrowDown}{ArrowDown}{ArrowUp}{/Shift}', rows: ['pear', 'fig'] },
    { keys: '{Control>}a{/Control}', rows: ['pear', 'fig', 'apple'] },
    { keys: '{Control>}a{/Control}{Escape}', rows: [] },
  ])('$keys selects $rows', async ({ keys, rows }) => {
    const user = userEvent.setup()
    showSelectable()
    await user.tab()
    await user.keyboard(keys)
    expect(selectedRows()).toEqual(rows)
  })

  test('a click goes to its row; with Ctrl it selects as well', async () => {
    const user = userEvent.setup()
    const told = showSelectable()
    await user.click(screen.getByRole('rowheader', { name: 'fig' }))
    expect([focusedRow(), told()]).toEqual(['fig–', []])
    await user.keyboard('{Control>}')
    await user.click(screen.getByRole('rowheader', { name: 'apple' }))
    expect(told()).toEqual(['apple'])
  })

  test('Enter and a double click act on the row, and select nothing', async () => {
    const user = userEvent.setup()
    const onRowAction = vi.fn()
    const told = showSelectable({ onRowAction })
    await user.tab()
    await user.keyboard('j{Enter}')
    await user.dblClick(screen.getByRole('rowheader', { name: 'apple' }))
    expect([onRowAction.mock.calls.map(([row]) => row.name), told()]).toEqual([['fig', 'apple'], []])
  })
})

describe('commands of a row', () => {
  const start = () => {
    const ran: string[] = []
    const actsOf = ({ name }: Fruit) => [
      { id: 'eat', title: 'Eat', keys: 'e', run: () => ran.push(`eat ${name}`) },
      { id: 'plant', title: 'Plant', isDisabled: true, run: () => ran.push(`plant ${name}`) },
    ]
    show({ actsOf })
    return ran
  }

  test.each(['{Shift>}{F10}{/Shift}', '{ContextMenu}'])('%s opens them, Enter runs one', async (keys) => {
    const user = userEvent.setup()
    const ran = start()
    await user.tab()
    await user.keyboard(`j${keys}`)
    const menu = await screen.findByRole('menu', { name: 'Commands for fig' })
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Eate', 'Plant'])
    await user.keyboard('{Enter}')
    // Focus goes back in the frame after.
    await waitFor(() =>
      expect([ran, screen.queryByRole('menu'), focusedRow()]).toEqual([['eat fig'], null, 'fig–']),
    )
  })

  test('a right click opens those of its row', async () => {
    const user = userEvent.setup()
    const ran = start()
    await user.pointer({ target: screen.getByRole('rowheader', { name: 'apple' }), keys: '[MouseRight]' })
    await user.click(await screen.findByRole('menuitem', { name: /Eat/ }))
    expect(ran).toEqual(['eat apple'])
  })

  test('the button at the end of a row opens them, and Esc closes them', async () => {
    const user = userEvent.setup()
    const ran = start()
    await user.click(screen.getByRole('button', { name: 'Commands for pear' }))
    await screen.findByRole('menu', { name: 'Commands for pear' })
    expect(await findBarriers()).toEqual([])
    await user.keyboard('{Escape}')
    expect([ran, screen.queryByRole('menu')]).toEqual([[], null])
  })
})

describe('the list of a screen', () => {
  const loading = { rows: [], state: { kind: 'loading' } } as const
  const elementOf = (props: Partial<Parameters<typeof DataTable<Fruit>>[0]>) => (
    <main>
      <ScreenTitle title="Basket" actions={<button type="button">Sell</button>} />
      <DataTable
        isMain
        label="Fruits"
        rows={fruits}
        columns={columns}
        rowKey={({ name }) => name}
        phone={({ name }) => ({ title: name, value: '' })}
        empty={<p>No fruit.</p>}
        {...props}
      />
    </main>
  )
  const focused = () => document.activeElement?.textContent

  test('has the focus on its first row when the screen opens, and the name of the screen is said', async () => {
    const user = userEvent.setup()
    render(elementOf({}))
    await waitFor(() => expect(focused()).toEqual('pear3'))
    await waitFor(() => expect(screen.getByRole('status').textContent).toEqual('Basket'))
    await user.keyboard('j')
    expect(focused()).toEqual('fig–')
  })

  test('takes the focus when its rows arrive later', async () => {
    const { rerender } = render(elementOf(loading))
    expect(focused()).toEqual('Basket')
    rerender(elementOf({}))
    await waitFor(() => expect(focused()).toEqual('pear3'))
  })

  test('leaves the focus where a hand has put it while the rows were loading', () => {
    const { rerender } = render(elementOf(loading))
    screen.getByRole('button', { name: 'Sell' }).focus()
    rerender(elementOf({}))
    expect(focused()).toEqual('Sell')
  })

  test('that was empty keeps the title when a row joins, and j enters it from there', async () => {
    const user = userEvent.setup()
    const { rerender } = render(elementOf({ rows: [] }))
    rerender(elementOf({}))
    expect(focused()).toEqual('Basket')
    await user.keyboard('j')
    expect(focused()).toEqual('pear3')
  })

  test('takes no focus where the screen is not for it', () => {
    render(elementOf({ isMain: false }))
    expect(focused()).toEqual('Basket')
  })
})

describe('sorting', () => {
  test.each([
    { clicks: 0, order: ['pear', 'fig', 'apple'] },
    { clicks: 1, order: ['apple', 'pear', 'fig'] },
    { clicks: 2, order: ['pear', 'apple', 'fig'] },
  ])('the unknown stands last after $clicks clicks on a heading', async ({ clicks, order }) => {
    const user = userEvent.setup()
    show()
    for (let click = 0; click < clicks; click++)
      await user.click(screen.getByRole('columnheader', { name: /Weight/ }))
    expect(names()).toEqual(order)
  })
})

describe('states', () => {
  test('nothing to show names the next act', () => {
    show({ rows: [] })
    expect(screen.getByText(/No fruit/).textContent).toEqual('No fruit. Press n to plant one.')
  })

  test('loading is said once, and its bars are hidden from assistive technology', () => {
    show({ rows: [], state: { kind: 'loading' } })
    expect(
      screen.getByRole('status', { name: 'Fruits: loading' }).querySelectorAll('[aria-hidden]').length,
    ).toEqual(1)
  })

  test('a failure shows the message of the server, and Retry asks again', async () => {
    const user = userEvent.setup()
    const retry = vi.fn()
    show({ rows: [], state: { kind: 'failed', message: 'Error loading fruits', retry } })
    expect(screen.getByRole('alert').textContent).toContain('Error loading fruits')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(retry.mock.calls.length).toEqual(1)
  })

  test.each([
    ['rows', {}],
    ['nothing', { rows: [] }],
    ['loading', { rows: [], state: { kind: 'loading' } as const }],
    ['failed', { rows: [], state: { kind: 'failed', message: 'no', retry: () => {} } as const }],
  ])('has no barrier that axe knows: %s', async (_, props) => {
    show(props)
    expect(await findBarriers()).toEqual([])
  })
})
