import { startTransition, useEffect, useState } from 'react'

/** Each step is a task of its own. */
export function useFilling(parts: number, step: number): number {
  const [limit, setLimit] = useState(step)
  const isFull = limit >= parts
  useEffect(() => {
    if (!isFull) startTransition(() => setLimit(limit + step))
  }, [isFull, limit, step])
  return Math.min(limit, parts)
}
