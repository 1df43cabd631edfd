import { Badge } from '../kit/layout/badge.tsx'

/** `38 of 50` */
export function CoverageBadge({ done, all }: { readonly done: number; readonly all: number }) {
  if (done >= all) return null
  return (
    <Badge tone="amber">
      {done} of {all}
    </Badge>
  )
}
