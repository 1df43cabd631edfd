import { useEffect, useState } from 'react'

const PAUSE_MS = 500

export function ResultCount({ count }: { readonly count: number }) {
  const [said, setSaid] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(count), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [count])
  return (
    <span className="visually-hidden" role="status">
      {said === null ? '' : said === 1 ? '1 result' : `${said} results`}
    </span>
  )
}
