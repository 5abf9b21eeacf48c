import type { ReactElement } from 'react'
import { usePrefetchedWallets } from '../../hooks/usePrefetchedWallets.js'
import { AllWalletsRow } from '../../primitives/AllWalletsRow/AllWalletsRow.js'
import { AnyWallet } from '../connecting-wallet-connect/AnyWallet.js'

/** Where there is no chain adapter: a code for any wallet, and the way to one in particular. [S2.8] */
export function ConnectingWalletConnectBasicView(): ReactElement {
  usePrefetchedWallets()
  return (
    <div className="body">
      <AnyWallet />
      <AllWalletsRow namespace={undefined} />
    </div>
  )
}
