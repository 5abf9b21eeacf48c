import type { WalletRow } from '@latchkey/core'
import type { ReactElement } from 'react'
import type { ShellKey } from '../../i18n/messages/en.js'
import { useShell } from '../../router/ShellContext.js'

type Kind = WalletRow['kind'] | 'connected'

const labels: { readonly [kind in Kind]?: { readonly key: ShellKey; readonly tone?: 'good' | 'accent' } } = {
  connected: { key: 'walletConnected', tone: 'good' },
  injected: { key: 'walletInstalled', tone: 'good' },
  recent: { key: 'walletRecent' },
  walletConnect: { key: 'walletByCode', tone: 'accent' },
}

/** Says why a wallet is in the list, where that is worth a word. */
export function KindTag({ kind }: { readonly kind: Kind }): ReactElement | null {
  const { t } = useShell()
  const label = labels[kind]
  if (!label) return null
  // the row is named by its wallet alone
  return (
    <span className="tag" part="tag" data-tone={label.tone} aria-hidden="true">
      {t(label.key)}
    </span>
  )
}
