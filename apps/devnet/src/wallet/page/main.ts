import { createWalletPeer } from '../peer/peer.js'
import type { WalletPageConfig } from '../server/server.js'
import { getElement } from './elements.js'
import { readKeys } from './keys.js'
import { mountPairing } from './pairing.js'
import { mountWallet } from './wallet.js'

const status = getElement('status', HTMLElement)
try {
  const response = await fetch('/config.json')
  const { relayUrl, networks } = (await response.json()) as WalletPageConfig
  const peer = await createWalletPeer({
    relayUrl,
    networks,
    keys: readKeys(),
    storage: 'page',
    url: location.origin,
    policy: { proposals: 'ask', requests: 'ask', signIns: 'ask' },
  })
  mountWallet(peer, networks)
  mountPairing(peer)
  status.textContent = 'Ready'
} catch (error) {
  status.textContent = `The wallet cannot start: ${error instanceof Error ? error.message : String(error)}`
}
