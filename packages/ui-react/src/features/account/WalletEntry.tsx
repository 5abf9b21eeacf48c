import { type ModalState, toShortAddress } from '@latchkey/core'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useNamespaceName } from '../../hooks/useNamespaceName.js'
import { useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { Row, Tile } from '../../primitives/Row.js'
import { isSecondClick } from './disconnectWallet.js'
import { accountTexts } from './messages.js'
import type { ListedWallet, WalletActions } from './useWalletActions.js'

type WalletEntryProps = {
  readonly wallet: ListedWallet
  readonly actions: WalletActions
}

/** A connected wallet that is not active, or a recent one. */
export function WalletEntry({ wallet: listed, actions }: WalletEntryProps): ReactElement {
  const t = useTexts(accountTexts)
  const nameOf = useNamespaceName()
  const { entry, elsewhere } = listed
  const { namespace, address, connectorId, connector } = entry
  const isBusy = actions.busy?.namespace === namespace && actions.busy.connectorId === connectorId
  const label = useModalState(useCallback((state: ModalState) => state.addressLabels[address.toLowerCase()], [address]))
  const wallet = connector?.name ?? connectorId
  const account = label ?? toShortAddress(address)
  const others = elsewhere.map((other) => `${nameOf(other.namespace)} ${toShortAddress(other.address)}`)
  const isLive = entry.status === 'connected'
  const busy = (
    <span>
      <Icon name="loader" spin />
      <span className="sr">{t('buttonConnecting')}</span>
    </span>
  )
  return (
    <div className="wallet">
      <Row
        title={account}
        detail={[connector ? wallet : t('walletMissing'), ...others].join(' · ')}
        mark={<Tile name={wallet} src={connector?.icon} />}
        end={
          connector &&
          (isBusy ? (
            busy
          ) : (
            <span className="tag" part="tag">
              {t(isLive ? 'walletSwitch' : 'buttonConnect')}
            </span>
          ))
        }
        isDisabled={!connector}
        isBusy={isBusy}
        onClick={() => actions.switchTo(entry)}
      />
      <button
        className="icon-button"
        part="icon-button"
        type="button"
        aria-label={t(isLive ? 'walletEnd' : 'walletRemove', { wallet })}
        onClick={(event) => {
          if (isSecondClick(event)) return
          if (isLive) actions.disconnect(entry)
          else actions.remove(listed)
        }}
      >
        <Icon name={isLive ? 'power' : 'remove'} />
      </button>
    </div>
  )
}
