import { Badge } from '../../kit/badge.tsx'

/** `38 of 50`, beside the name of a saved run whose figures leave symbols out. */
export function CoverageBadge({ done, all }: { readonly done: number; readonly all: number }) {
  if (done >= all) return null
  return (
    <Badge tone="amber">
      {done} of {all}
    </Badge>
  )
}
