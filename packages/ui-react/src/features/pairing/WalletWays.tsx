import type { Namespace } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import type { ReactElement } from 'react'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Tabs } from '../../primitives/Tabs.js'
import { MobilePanel } from './MobilePanel.js'
import { pairingTexts } from './messages.js'
import { LinkPanel, LocalPanel, PairingFailure } from './Panels.js'
import { QrPanel } from './QrPanel.js'
import { usePairedWallet, usePairing } from './usePairing.js'
import { usePlatforms } from './usePlatforms.js'

type WalletWaysProps = { readonly walletId: string; readonly namespace: Namespace | undefined }

/** All ways to reach one wallet of the list from this device, as tabs. */
export function WalletWays({ walletId, namespace }: WalletWaysProps): ReactElement {
  const t = useTexts(pairingTexts)
  const paired = usePairedWallet(walletId)
  const { wallet, name } = paired
  const { all, selected, select, installed, toLink } = usePlatforms(wallet, namespace)
  const isLocal = selected === 'browser' || selected === 'unsupported'
  const { ask, retry } = usePairing({ walletId, namespace, isNeeded: !isLocal })
  const code = ask?.code

  const toPanel = (): ReactElement => {
    if (isLocal) return <LocalPanel paired={paired} installed={installed} namespace={namespace} />
    if (ask?.error) return <PairingFailure paired={paired} error={ask.error} onRetry={retry} />
    if (selected === 'mobile') return <MobilePanel wallet={wallet} code={code} onQr={() => select('qrcode')} />
    if (selected === 'qrcode') return <QrPanel paired={paired} code={code} />
    return <LinkPanel kind={selected} paired={paired} link={toLink(selected, code)} uri={code?.uri} />
  }
  return (
    <div className="body">
      {all.length > 1 ? (
        <Tabs
          label={t('ways')}
          tabs={all.map((platform) => ({ name: platform, title: t(`way_${platform}`) }))}
          selected={selected}
          onSelect={select}
        >
          {toPanel()}
        </Tabs>
      ) : (
        <div className="panel">{toPanel()}</div>
      )}
      {wallet && !installed && <GetIt walletId={wallet.id} name={name} />}
    </div>
  )
}

function GetIt({ walletId, name }: { readonly walletId: string; readonly name: string }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(pairingTexts)
  return (
    <p className="get">
      {t('getQuestion', { wallet: name })}
      <button type="button" onClick={() => push(modal, { view: 'Downloads', params: { walletId } })}>
        {t('getIt')}
      </button>
    </p>
  )
}
