import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { type ColumnOf, DataTable } from '../../../src/views/kit/data-table.tsx'
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
  Array.from({ length: count }, (_, place) => ({ name: `fruit ${place}`, weight: place }))

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
