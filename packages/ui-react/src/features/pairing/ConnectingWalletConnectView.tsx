import type { Namespace } from '@latchkey/core'
import type { ReactElement } from 'react'
import type { ViewProps } from '../../defineView.js'
import { usePrefetchedWallets } from '../../hooks/usePrefetchedWallets.js'
import { AllWalletsRow } from '../../primitives/Row.js'
import { PairingFailure } from './Panels.js'
import { QrPanel } from './QrPanel.js'
import { useAnyWallet, usePairing } from './usePairing.js'
import { WalletWays } from './WalletWays.js'

/** Pairs with one wallet of the list, or with any wallet that scans the code. */
export function ConnectingWalletConnectView({ params }: ViewProps<'ConnectingWalletConnect'>): ReactElement {
  const { walletId, namespace } = params ?? {}
  // the key resets the view's state for another wallet
  if (walletId !== undefined) return <WalletWays walletId={walletId} namespace={namespace} key={walletId} />
  return (
    <div className="body">
      <AnyWallet namespace={namespace} />
    </div>
  )
}

/** Used without a chain adapter: a code for any wallet, and the way to a certain one. [S2.8] */
export function ConnectingWalletConnectBasicView(): ReactElement {
  usePrefetchedWallets()
  return (
    <div className="body">
      <AnyWallet />
      <AllWalletsRow namespace={undefined} />
    </div>
  )
}

/** A code for any wallet, or the reason for its absence. */
function AnyWallet({ namespace }: { readonly namespace?: Namespace | undefined }): ReactElement {
  const paired = useAnyWallet()
  const { ask, retry } = usePairing({ namespace })
  if (ask?.error)
    return (
      <div className="pairing">
        <PairingFailure paired={paired} error={ask.error} onRetry={retry} />
      </div>
    )
  return <QrPanel paired={paired} code={ask?.code} />
}
