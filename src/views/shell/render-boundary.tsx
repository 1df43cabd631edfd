import { Component, type ReactNode } from 'react'
import { Button } from '../kit/control/button.tsx'
import { EmptyNotice } from '../kit/layout/notice.tsx'

interface BoundaryState {
  readonly reason: string | null
}

/** React catches render errors only in class components. */
export class RenderBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { reason: null }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { reason: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    if (this.state.reason === null) return this.props.children
    return (
      <EmptyNotice icon="warning" title="This screen has crashed. Everything else still works.">
        <code>{this.state.reason}</code>
        <Button onPress={() => this.setState({ reason: null })}>Reload the screen</Button>
      </EmptyNotice>
    )
  }
}
