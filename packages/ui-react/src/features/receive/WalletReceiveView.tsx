import { type AccountState, getAccount, getNetworkState, type ModalState, type Network } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import type { ReactElement } from 'react'
import { useCopy } from '../../hooks/useCopy.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { AddressText } from '../../primitives/AddressText.js'
import { Icon } from '../../primitives/Icon.js'
import { NetworkTile } from '../../primitives/NetworkTile.js'
import { QrCode } from '../../primitives/QrCode.js'
import { IconTile, Row } from '../../primitives/Row.js'
import { NotConnected } from '../../primitives/ViewStates.js'
import { receiveTexts } from './messages.js'

const selectAccount = (state: ModalState): AccountState => getAccount(state)
const selectNetwork = (state: ModalState): Network | undefined => getNetworkState(state).caipNetwork

/** The user's address: as a QR code, to copy, and the networks that it works on. */
export function WalletReceiveView(): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(receiveTexts)
  const copy = useCopy()
  const { address, namespace, profileName } = useModalState(selectAccount)
  const network = useModalState(selectNetwork)
  if (!address) return <NotConnected namespace={namespace} />
  return (
    <div className="body">
      <p className="lead muted" dir="auto">
        {t('receiveText')}
      </p>
      <QrCode
        text={address}
        label={t('receiveCode', { address })}
        mark={network ? <NetworkTile network={network} /> : null}
      />
      <p className="own">
        {profileName && (
          <b>
            <bdi>{profileName}</bdi>
          </b>
        )}
        <AddressText address={address} />
      </p>
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="button"
        onClick={() => void copy(address)}
      >
        <Icon name="copy" />
        {t('receiveCopy')}
      </button>
      <Row
        title={t('receiveNetworks')}
        detail={t('receiveNetworksText')}
        mark={
          <IconTile>
            <Icon name="network" />
          </IconTile>
        }
        end={<Icon name="next" flip />}
        onIntent={() => prepareView('WalletCompatibleNetworks')}
        onClick={() => push(modal, { view: 'WalletCompatibleNetworks', params: undefined })}
      />
    </div>
  )
}
