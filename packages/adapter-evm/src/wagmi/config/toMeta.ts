import { type ConnectorMeta, toWalletIcon, toWalletName } from '@latchkey/core'
import type { Connector } from 'wagmi'

/** wagmi's connector for `window.ethereum`, whichever wallet that is. */
export function isLegacy({ type, id }: Connector): boolean {
  return type === 'injected' && id === 'injected'
}

/**
 * A connector of wagmi as a row of the modal, under wagmi's own id: that outlives a reload. Null for what is none, as the
 * connector that `createWagmiConfig` makes of a modal.
 */
export function toMeta(connector: Connector): ConnectorMeta | null {
  const { id, type } = connector
  if (type === 'latchkey') return null
  if (isLegacy(connector)) return { id, type: 'INJECTED', name: 'Browser Wallet', namespaces: ['eip155'] }
  const rdns = toRdns(connector)
  return {
    id,
    type: rdns ? 'ANNOUNCED' : 'EXTERNAL',
    name: toWalletName(connector.name) || id,
    icon: toWalletIcon(connector.icon?.trim()),
    rdns,
    namespaces: ['eip155'],
  }
}

/** Of a wallet that has announced itself, wagmi keeps the rdns as id. */
function toRdns({ id, type, rdns }: Connector): string | undefined {
  const [first] = typeof rdns === 'string' ? [rdns] : (rdns ?? [])
  return first ?? (type === 'injected' && id.includes('.') ? id : undefined)
}
