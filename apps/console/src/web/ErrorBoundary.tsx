import { Component, type ReactNode } from 'react'
import { Button, Empty } from './parts.js'

type Props = { readonly children: ReactNode }

/** Keeps a page that fails from taking the navigation with it. */
export class ErrorBoundary extends Component<Props, { readonly isBroken: boolean }> {
  override state: { readonly isBroken: boolean } = { isBroken: false }
  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true }
  }
  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return (
      <main id="main">
        <Empty
          icon="warning"
          title="This page failed"
          text="A service may have another version than the console. Nothing was changed."
        >
          <Button onClick={() => location.reload()}>Reload</Button>
        </Empty>
      </main>
    )
  }
}
