import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { findBarriers } from '../../support/barriers.ts'
import { FACT_MS } from '../../support/limits.ts'
import { overServer } from '../../support/over-server.ts'
import { enterApp } from '../../support/view.tsx'

const SLOW = { timeout: FACT_MS }
const { password, bench } = overServer()

const enter = async (path: string) => {
  const opened = bench().open(path)
  const user = await enterApp(opened, password())
  return { user, ...opened }
}

const shown = () => [
  ...document.querySelectorAll<HTMLElement>('main [aria-label=Definitions] [role=row][data-key]'),
]
const names = () => shown().map((row) => row.getAttribute('data-key'))

describe('the screen of definitions', () => {
  test('is empty with a line to begin with, lists what is defined, and keeps earlier versions', async () => {
    const media = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(media(query), { matches: query.includes('min-width') }),
    )
    const { user, console } = await enter('/definitions')
    await screen.findByText('No definition yet', {}, SLOW)
    console.runLine('def squeeze(n = 20) = atr(n) < 4')
    await waitFor(() => expect(names()).toEqual(['squeeze']), SLOW)
    console.runLine('def calm = squeeze(50)')
    await waitFor(() => expect(names()).toEqual(['calm', 'squeeze']), SLOW)
    console.runLine('def squeeze(n = 20) = atr(n) < 3')
    await waitFor(() => expect(shown()[1]?.textContent).toContain('atr(n) < 3'), SLOW)

    act(() => shown()[1]?.focus())
    await screen.findByText(/^Used by calm/, {}, SLOW)
    await user.click(await screen.findByRole('button', { name: 'Restore version 1' }, SLOW))
    await waitFor(() => expect(shown()[1]?.textContent).toContain('atr(n) < 4'), SLOW)
    await screen.findByRole('button', { name: 'Restore version 2' }, SLOW)
    expect(await findBarriers()).toEqual([])

    act(() => shown()[1]?.focus())
    await user.keyboard('{Enter}')
    const line = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Command line' }, SLOW)
    expect(line.value).toBe('def squeeze(n = 20) = atr(n) < 4')
    await user.keyboard('{Escape}')

    const remove = async (name: string) => {
      console.run({ command: 'definition.delete', args: { name } })
      const { palette } = console.actors
      await waitFor(() =>
        expect(palette.getSnapshot().matches({ open: { confirming: 'standing' } })).toBe(true),
      )
      await user.keyboard('{Enter}')
    }
    await remove('squeeze')
    await screen.findByText(/calm uses squeeze; change or delete calm first/, {}, SLOW)
    await remove('calm')
    await waitFor(() => expect(names()).toEqual(['squeeze']), SLOW)
    await remove('squeeze')
    await screen.findByText('No definition yet', {}, SLOW)
  })

  test('says that they could not be read, with a way to try again', async () => {
    bench().answerInstead(({ path }) =>
      path === '/api/definitions'
        ? Response.json({ status: 'error', data: null, message: 'no', code: 'INTERNAL' }, { status: 500 })
        : null,
    )
    const { user } = await enter('/definitions')
    const again = await screen.findByRole('button', { name: 'Retry' }, SLOW)
    bench().answerInstead(() => null)
    await user.click(again)
    await screen.findByText('No definition yet', {}, SLOW)
  })
})

describe('a rule with the name of a definition', () => {
  test('is a row by its name, keeps what it stood for, and takes the new meaning when asked', async () => {
    const { user, console } = await enter('/scanner')
    console.runLine('def rising(n = 5) = close > ema(close,n)')
    await screen.findByText('Definition rising saved', {}, SLOW)
    await user.click(await screen.findByRole('button', { name: /As text/ }, SLOW))
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Find where, as text' })
    await user.type(text, 'rising(9) and volume > 0')
    expect(text.value).toBe('rising(9) and volume > 0')
    await user.keyboard('{Escape}')
    await screen.findByRole('button', { name: 'Row 1: rising(9)' }, SLOW)

    console.runLine('def rising(n = 5) = close > sma(close,n)')
    await screen.findByText(/has changed since; here it stands/, {}, SLOW)
    await user.click(screen.getByRole('button', { name: 'Use the new meaning' }))
    await waitFor(() => expect(screen.queryByText(/has changed since/)).toBe(null))
    await screen.findByRole('button', { name: 'Row 1: rising(9)' })

    await user.click(screen.getByRole('button', { name: 'Row 1: rising(9)' }))
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Row 1' })
    expect(field.value).toBe('rising(9)')
    await user.clear(field)
    await user.type(field, 'rising(9, 2)')
    await screen.findByText(/at most 1 value: rising\(n\)/)
    await user.keyboard('{Escape}')
    await screen.findByRole('button', { name: 'Row 1: rising(9)' })
  })
})
