import type { ReactElement } from 'react'
import { useLoaded } from '../../hooks/useLoaded.js'
import qrStyles from '../../primitives/QrCode/QrCode.css'
import statusStyles from '../../primitives/Status/Status.css'
import tabStyles from '../../primitives/Tabs/Tabs.css'
import type { ViewProps } from '../../router/defineView.js'
import { AnyWallet } from './AnyWallet.js'
import ownStyles from './ConnectingWalletConnectView.css'
import type { WalletWaysProps } from './WalletWays.js'

export const styles: string = [qrStyles, statusStyles, tabStyles, ownStyles].join('')

/** Pairs with one wallet of the list, or with any that takes the code. */
export function ConnectingWalletConnectView({ params }: ViewProps<'ConnectingWalletConnect'>): ReactElement {
  const { walletId, namespace } = params ?? {}
  return (
    <div className="body">
      {walletId === undefined ? (
        <AnyWallet namespace={namespace} />
      ) : (
        <Ways walletId={walletId} namespace={namespace} />
      )}
    </div>
  )
}

const load = () => import('./WalletWays.js')

function Ways(props: WalletWaysProps): ReactElement {
  const loaded = useLoaded(load)
  return loaded ? <loaded.WalletWays {...props} /> : <span className="qr" data-loading="" aria-busy="true" />
}
