import { getAccount, type ModalState, type Network, toShortAddress, toUserName } from '@latchkey/core'
import { type ReactElement, useCallback } from 'react'
import { useCopy } from '../../hooks/useCopy.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useNamespaceName } from '../../hooks/useNamespaceName.js'
import { useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { Tile } from '../../primitives/Row.js'
import { getPurposes } from './AddressButton.js'
import { isSecondClick } from './disconnectWallet.js'
import { accountTexts } from './messages.js'
import type { ListedWallet, WalletActions } from './useWalletActions.js'

type ActiveWalletProps = { readonly wallet: ListedWallet; readonly actions: WalletActions }

const none: readonly never[] = []

const selectNetworks = (state: ModalState): readonly Network[] => state.networks

/** The active wallet of a namespace: its accounts, those of other namespaces too, its network, and the button to disconnect. */
export function ActiveWallet({ wallet: { entry, elsewhere }, actions }: ActiveWalletProps): ReactElement {
  const t = useTexts(accountTexts)
  const nameOf = useNamespaceName()
  const { namespace, connectorId, connector, caipNetworkId, accounts = none } = entry
  const network = useModalState(selectNetworks).find((item) => item.caipNetworkId === caipNetworkId)
  const selectAccount = useCallback((state: ModalState) => getAccount(state, namespace), [namespace])
  const { addressExplorerUrl, addressLabel, profileName, user } = useModalState(selectAccount)
  const wallet = connector?.name ?? connectorId
  const login = toUserName(user) ?? user?.email
  const purposes = getPurposes(accounts)
  const place = network?.name ?? t('networkUnknown')
  const explorer = network?.blockExplorers?.default.name ?? ''
  return (
    <div className="active">
      <div className="top">
        <Tile name={wallet} src={connector?.icon} />
        <span className="t">
          <b dir="auto" title={wallet}>
            {wallet}
          </b>
          <small className="muted" dir="auto">
            {login ? `${login} · ${place}` : place}
          </small>
        </span>
        <span className="tag" part="tag" data-tone="good">
          {t('walletActive')}
        </span>
      </div>
      {purposes.map(({ type, address }, index) => (
        <AccountLine
          key={type}
          purpose={t(type === 'eoa' && purposes.length > 1 ? 'account_standard' : `account_${type}`)}
          address={address}
          label={index === 0 ? (addressLabel ?? profileName) : undefined}
        />
      ))}
      {elsewhere.map((other) => (
        <AccountLine key={other.namespace} purpose={nameOf(other.namespace)} address={other.address} />
      ))}
      <div className="ways">
        {addressExplorerUrl && (
          <a
            className="btn"
            part="button"
            href={addressExplorerUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('viewOnExplorer', { explorer })}
          >
            <span>{explorer}</span>
            <Icon name="external" flip />
          </a>
        )}
        <button
          className="btn"
          part="button"
          data-tone="bad"
          type="button"
          aria-label={t('walletEnd', { wallet })}
          onClick={(event) => {
            if (!isSecondClick(event)) actions.disconnect(entry)
          }}
        >
          {t('disconnect')}
        </button>
      </div>
    </div>
  )
}

type AccountLineProps = {
  /** The purpose of the account. */
  readonly purpose: string
  readonly address: string
  /** Its name. */
  readonly label?: string | undefined
}

/** An account of a wallet; a click copies its full address. */
function AccountLine({ purpose, address, label }: AccountLineProps): ReactElement {
  const t = useTexts(accountTexts)
  const copy = useCopy()
  return (
    <button className="line" type="button" title={address} onClick={() => void copy(address)}>
      <span className="muted">{purpose}</span>
      <span className="value" dir="auto">
        {label ?? toShortAddress(address)}
      </span>
      <Icon name="copy" />
      <span className="sr">{t('copyAddress')}</span>
    </button>
  )
}
