import type { ConnectorMeta, Namespace } from '@latchkey/core'
import { startConnect } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { walletWaysTexts } from '../../i18n/messages/walletWays.js'
import { useTexts } from '../../i18n/useTexts.js'
import { useShell } from '../../router/ShellContext.js'
import { IntroPanel } from './IntroPanel.js'
import type { PairedWallet } from './useAnyWallet.js'

export type LocalPanelProps = {
  readonly paired: PairedWallet
  /** The same wallet in this browser. */
  readonly installed: ConnectorMeta | undefined
  readonly namespace: Namespace | undefined
}

/** A wallet that needs no pairing, as it is in this browser; or that would have to be. */
export function LocalPanel({ paired, installed, namespace }: LocalPanelProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(walletWaysTexts)
  const wallet = paired.name
  if (!installed)
    return (
      <IntroPanel paired={paired} title={t('unsupportedWalletTitle', { wallet })} text={t('unsupportedWalletText')} />
    )
  return (
    <IntroPanel paired={paired} title={t('browserTitle', { wallet })} text={t('browserText')}>
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="button"
        onClick={() => void startConnect(modal, { connectorId: installed.id, namespace })}
      >
        {t('openWallet', { wallet })}
      </button>
    </IntroPanel>
  )
}
