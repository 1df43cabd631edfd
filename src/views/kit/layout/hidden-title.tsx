import { useLayoutEffect, useRef } from 'react'
import { useDocumentTitle } from '../hooks/use-document-title.ts'

/** For a screen whose content names itself. Focused on mount, so that screen readers and keys start here. */
export function HiddenTitle({ title }: { readonly title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(title)
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1} className="visually-hidden">
      {title}
    </h1>
  )
}
