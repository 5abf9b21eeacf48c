import type { Namespace, WalletListing, WalletRow } from '@latchkey/core'
import { push } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { Row } from '../../primitives/Row/Row.js'
import { WalletTile } from '../../primitives/WalletTile/WalletTile.js'
import { useShell } from '../../router/ShellContext.js'
import { KindTag } from './KindTag.js'

export type ListingRowProps = {
  readonly wallet: WalletListing
  readonly kind: WalletRow['kind']
  readonly namespace: Namespace | undefined
}

/** A wallet of the list, which is paired with. */
export function ListingRow({ wallet, kind, namespace }: ListingRowProps): ReactElement {
  const { modal, prepareView } = useShell()
  return (
    <Row
      title={wallet.name}
      mark={<WalletTile wallet={wallet} name={wallet.name} />}
      end={<KindTag kind={kind} />}
      onIntent={() => prepareView('ConnectingWalletConnect')}
      onClick={() => push(modal, { view: 'ConnectingWalletConnect', params: { walletId: wallet.id, namespace } })}
    />
  )
}
