import type { ReactElement, ReactNode } from 'react'
import { WalletTile } from '../../primitives/WalletTile/WalletTile.js'
import type { PairedWallet } from './useAnyWallet.js'

export type IntroPanelProps = {
  readonly paired: PairedWallet
  readonly title: string
  readonly text: string
  /** What there is to do. */
  readonly children?: ReactNode
}

/** A way to a wallet that needs no code to scan: its mark, what is up, and the next step. */
export function IntroPanel({ paired, title, text, children }: IntroPanelProps): ReactElement {
  return (
    <div className="pairing">
      <div className="intro">
        <WalletTile {...paired} />
        <h3>{title}</h3>
        <p className="muted">{text}</p>
      </div>
      {children}
    </div>
  )
}
