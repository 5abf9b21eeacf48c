import type { ModalState, WalletFeature } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { getWalletActions } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { IconTile, Row } from '../../primitives/Row.js'
import { Empty } from '../../primitives/ViewStates.js'
import { receiveTexts } from './messages.js'

/** The ways to get funds into the account. */
export function FundWalletView(): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(receiveTexts)
  const actions = useModalState<readonly WalletFeature[]>(
    useCallback((state: ModalState) => getWalletActions(modal, state), [modal]),
  )
  const canBuy = actions.includes('onramp')
  const canReceive = actions.includes('receive')
  return (
    <div className="body">
      {canBuy && (
        <Row
          title={t('fundBuy')}
          detail={t('fundBuyText')}
          mark={
            <IconTile>
              <Icon name="add" />
            </IconTile>
          }
          end={<Icon name="next" flip />}
          onIntent={() => prepareView('OnRampProviders')}
          onClick={() => push(modal, { view: 'OnRampProviders', params: undefined })}
        />
      )}
      {canReceive && (
        <Row
          title={t('fundReceive')}
          detail={t('fundReceiveText')}
          mark={
            <IconTile>
              <Icon name="qr" />
            </IconTile>
          }
          end={<Icon name="next" flip />}
          onIntent={() => prepareView('WalletReceive')}
          onClick={() => push(modal, { view: 'WalletReceive', params: undefined })}
        />
      )}
      {!canBuy && !canReceive && <Empty icon="wallet" title={t('fundNone')} text={t('fundNoneText')} />}
    </div>
  )
}
