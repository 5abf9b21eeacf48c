import type { ModalState, WalletFeature } from '@latchkey/core'
import { push } from '@latchkey/core/controllers'
import { getWalletActions } from '@latchkey/core/internal'
import { type ComponentType, type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { fundTexts } from '../../i18n/messages/fund.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Empty } from '../../primitives/Empty/Empty.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { Row } from '../../primitives/Row/Row.js'
import { IconTile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'

export { FundWalletView as View }
export const Title: ComponentType = () => useTexts(fundTexts)('fundTitle')

/** The ways to get funds into the account. */
export function FundWalletView(): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(fundTexts)
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
