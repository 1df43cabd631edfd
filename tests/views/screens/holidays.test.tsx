import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { bringYearsIntoForce, builtInYears } from '../../../src/domain/calendar/holidays/calendar-in-force.ts'
import { findBarriers } from '../../support/barriers.ts'
import { overServer } from '../../support/over-server.ts'
import { enterApp } from '../../support/view.tsx'

const { password, bench } = overServer()

afterEach(() => bringYearsIntoForce(builtInYears))

const cellsOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )

test('a typed list is shown with what it changes and put in force, by keyboard alone', async () => {
  const opened = bench().open('/')
  const user = await enterApp(opened, password())
  opened.console.runLine('import holidays')
  const area = await screen.findByRole('textbox', { name: 'Or type or paste it' })
  area.focus()
  await user.keyboard('26-Jan-2027,Republic Day{Enter}02-Mar-2027,Election{Enter}someday,Bad{Tab}{Enter}')
  const headline = await screen.findByRole('heading', { name: /^1 day closes, \d days open/ })
  await waitFor(() => expect(document.activeElement).toBe(headline))
  expect(cellsOf('Days that change')[0]).toEqual([
    'Tue 02 Mar 2027',
    'Election',
    'closed instead of 09:15–15:30',
  ])
  const left = screen.getByRole('region', { name: '1 row that cannot be used and will be skipped' })
  expect(left.textContent).toContain('has no readable date')
  expect(await findBarriers()).toEqual([])

  const confirm = screen.getByRole('button', { name: 'Apply without that row' })
  confirm.focus()
  await user.keyboard('{Enter}')
  await screen.findByText('The calendar of 2027 is applied.')
  await waitFor(() => expect(opened.notices).toContain('success: Holiday calendar updated'))
  await screen.findByRole('row', { name: /Tue 02 Mar 2027.*Election.*closed.*typed list/ })

  const back = screen.getByRole('button', { name: 'Use built-in 2027' })
  back.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: /1 day opens|days close/ })
  screen.getByRole('button', { name: 'Apply' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Use built-in 2027' })).toBe(null))
})

test('a list that cannot be read says so and changes nothing', async () => {
  const user = await enterApp(bench().open('/settings?section=holidays'), password())
  await user.type(await screen.findByRole('textbox', { name: 'Or type or paste it' }), 'hello')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/No row of the list begins with a date/)
  await user.click(screen.getByRole('button', { name: 'Choose another list' }))
  await screen.findByRole('button', { name: 'Choose a file' })
})
