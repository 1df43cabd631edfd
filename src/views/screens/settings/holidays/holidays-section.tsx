import { useEffect } from 'react'
import { useConsole } from '../../../kit/console.tsx'
import { HolidayImport } from './holiday-import.tsx'
import { HolidayList } from './holiday-list.tsx'

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
