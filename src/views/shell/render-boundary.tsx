import { Component, type ReactNode } from 'react'
import { Button } from '../kit/control/button.tsx'
import { EmptyNotice } from '../kit/layout/notice.tsx'
import { forgetFailedLoads } from '../kit/lazily.ts'

interface BoundaryProps {
  /** Another one is shown, whatever became of the one before. */
  readonly path: string
  readonly children: ReactNode
}

interface BoundaryState {
  readonly path: string
  readonly reason: string | null
}

/** Chromium, Firefox, WebKit. */
const notLoaded = /dynamically imported module|Importing a module script failed|Unable to preload/i

/** React catches render errors only in class components. */
export class RenderBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { path: this.props.path, reason: null }

  static getDerivedStateFromProps({ path }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return path === state.path ? null : { path, reason: null }
  }

  static getDerivedStateFromError(error: unknown): Pick<BoundaryState, 'reason'> {
    return { reason: error instanceof Error ? error.message : String(error) }
  }

  override componentDidCatch(): void {
    forgetFailedLoads()
  }

  override render() {
    const { reason } = this.state
    if (reason === null) return this.props.children
    const again = () => this.setState({ reason: null })
    if (notLoaded.test(reason))
      return (
        <EmptyNotice icon="warning" title="This screen could not be loaded. Other screens still work.">
          <p>
            The server cannot be reached, or was updated since you opened the page. If it does not open,
            reload the page.
          </p>
          <Button onPress={again}>Try again</Button>
        </EmptyNotice>
      )
    return (
      <EmptyNotice icon="warning" title="This screen has crashed. Other screens still work.">
        <code>{reason}</code>
        <Button onPress={again}>Open it again</Button>
      </EmptyNotice>
    )
  }
}
