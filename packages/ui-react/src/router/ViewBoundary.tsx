import { internals } from '@latchkey/core'
import { Component, type ReactNode } from 'react'
import { ShellContext, type ShellValue } from '../hooks/useShell.js'
import { FailedView } from '../primitives/ViewStates.js'

type Props = { readonly children: ReactNode; readonly onRetry: () => void }

/** Keeps an error of a view from breaking the modal. */
export class ViewBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  static override contextType: typeof ShellContext = ShellContext
  declare context: ShellValue | null
  override state: { readonly hasFailed: boolean } = { hasFailed: false }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(cause: unknown): void {
    this.context?.modal[internals].warn(cause)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    const retry = (): void => {
      this.setState({ hasFailed: false })
      this.props.onRetry()
    }
    return <FailedView onRetry={retry} />
  }
}
