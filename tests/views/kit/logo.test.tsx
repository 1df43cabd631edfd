import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { ConsoleProvider, type ViewConsole } from '../../../src/views/kit/console.tsx'
import { InstrumentLogo } from '../../../src/views/kit/instrument/logo.tsx'

const share = (tradingSymbol: string) =>
  ({ segment: 'NSE', instrumentType: 'EQ', tradingSymbol }) as Instrument

const logo = (instrument: Instrument, logoBase: string | null) => (
  // A logo needs nothing else of a console.
  <ConsoleProvider value={{ logoBase } as ViewConsole}>
    <InstrumentLogo instrument={instrument} />
  </ConsoleProvider>
)

test('a logo is drawn, and nothing is requested, without an address of pictures', () => {
  const { container } = render(logo(share('INFY'), null))
  expect([container.querySelector('img'), container.textContent]).toEqual([null, 'INFY'])
})

test('a logo is the picture of its symbol, and drawn where that is missing', () => {
  const { container, rerender } = render(logo(share('M&M'), 'https://pictures.example/in'))
  const picture = () => container.querySelector('img')
  expect([picture()?.src, picture()?.width, picture()?.alt]).toEqual([
    'https://pictures.example/in/logos/M%26M.png',
    35,
    '',
  ])
  fireEvent.error(picture() as HTMLImageElement)
  expect([picture(), container.textContent]).toEqual([null, 'MM'])
  rerender(logo(share('TCS'), 'https://pictures.example/in'))
  expect(picture()?.src).toBe('https://pictures.example/in/logos/TCS.png')
})
