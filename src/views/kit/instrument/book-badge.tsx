import { bookTitles } from '../../../domain/orders/book.ts'
import { useBook } from '../hooks/use-book.ts'
import { Badge } from '../layout/badge.tsx'

export function BookBadge({ isCapital = true }: { readonly isCapital?: boolean }) {
  const book = useBook()
  if (book === null) return null
  const title = bookTitles[book].short
  return <Badge tone={book === 'virtual' ? 'amber' : 'blue'}>{isCapital ? title.toUpperCase() : title}</Badge>
}
