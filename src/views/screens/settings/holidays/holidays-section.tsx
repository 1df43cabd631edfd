import { useEffect } from 'react'
import { useConsole } from '../../../kit/console.tsx'
import { HolidayImport } from './holiday-import.tsx'
import { HolidayList } from './holiday-list.tsx'

export function HolidaysSection() {
  const { dispatch } = useConsole()
  useEffect(() => dispatch({ to: 'holidays', event: { type: 'reload.now' } }), [dispatch])
  return (
    <>
      <HolidayImport />
      <HolidayList />
    </>
  )
}
