import type { ReactElement } from 'react'
import { usePrefetchedWallets } from '../../hooks/usePrefetchedWallets.js'
import { AllWalletsRow } from '../../primitives/AllWalletsRow/AllWalletsRow.js'
import { PairingFailure } from '../connecting-wallet-connect/PairingFailure.js'
import { QrPanel } from '../connecting-wallet-connect/QrPanel.js'
import { usePairedWallet } from '../connecting-wallet-connect/usePairedWallet.js'
import { usePairing } from '../connecting-wallet-connect/usePairing.js'

export { styles } from '../connecting-wallet-connect/ConnectingWalletConnectView.js'

/** Where there is no chain adapter: a code for any wallet, and the way to one in particular. [S2.8] */
export function ConnectingWalletConnectBasicView(): ReactElement {
  const paired = usePairedWallet(undefined)
  const { ask, retry } = usePairing({})
  usePrefetchedWallets()
  return (
    <div className="body">
      {ask?.error ? (
        <PairingFailure paired={paired} error={ask.error} onRetry={retry} />
      ) : (
        <QrPanel paired={paired} code={ask?.code} />
      )}
      <AllWalletsRow namespace={undefined} />
    </div>
  )
}
