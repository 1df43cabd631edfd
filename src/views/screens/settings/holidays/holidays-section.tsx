import { useEffect } from 'react'
import { useConsole } from '../../../kit/console.tsx'
import { HolidayImport } from './holiday-import.tsx'
import { HolidayList } from './holiday-list.tsx'

/** The coming holidays of the calendar in force, and another list in the place of it. */
export function HolidaysSection() {
  const { actors } = useConsole()
  useEffect(() => actors.holidays.send({ type: 'reload.now' }), [actors])
  return (
    <>
      <HolidayImport />
      <HolidayList />
    </>
  )
}
