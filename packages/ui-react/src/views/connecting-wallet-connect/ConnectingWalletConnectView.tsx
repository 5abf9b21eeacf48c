import type { ReactElement } from 'react'
import { useLoaded } from '../../hooks/useLoaded.js'
import type { ViewProps } from '../../router/defineView.js'
import { AnyWallet } from './AnyWallet.js'
import type { WalletWaysProps } from './WalletWays.js'

/** Pairs with one wallet of the list, or with any that takes the code. */
export function ConnectingWalletConnectView({ params }: ViewProps<'ConnectingWalletConnect'>): ReactElement {
  const { walletId, namespace } = params ?? {}
  if (walletId !== undefined) return <Ways walletId={walletId} namespace={namespace} />
  return (
    <div className="body">
      <AnyWallet namespace={namespace} />
    </div>
  )
}

const load = () => import('./WalletWays.js')

function Ways(props: WalletWaysProps): ReactElement {
  const loaded = useLoaded(load)
  if (loaded) return <loaded.WalletWays {...props} />
  return (
    <div className="body">
      <span className="qr" part="qr" data-loading="" aria-busy="true" />
    </div>
  )
}
