import { Component, type ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { EmptyNotice } from '../kit/notice.tsx'

interface BoundaryState {
  readonly reason: string | null
}

/** A screen that breaks leaves the rest standing. React knows no other way than a class to catch it. */
export class RenderBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { reason: null }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { reason: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    if (this.state.reason === null) return this.props.children
    return (
      <EmptyNotice icon="warning" title="This screen has broken. Everything else still works.">
        <code>{this.state.reason}</code>
        <Button onPress={() => this.setState({ reason: null })}>Show it again</Button>
      </EmptyNotice>
    )
  }
}
