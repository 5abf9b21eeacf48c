import '@latchkey/ui-react/styles.css'
import { ConnectButton, createModal, LatchkeyProvider, NetworkButton } from '@latchkey/ui-react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createDevWallet } from './devWallet.js'
import { tron, tronMainnet, tronNile } from './tron.js'

// Your own nodes; any that speaks TRON's JSON-RPC.
const rpcUrl = import.meta.env['VITE_TRON_RPC_URL'] ?? 'http://127.0.0.1:8545/jsonrpc'

const modal = createModal({
  adapters: [tron({ networks: [tronMainnet(rpcUrl), tronNile(rpcUrl)] })],
  metadata: { name: 'TRON example' },
})

// A wallet to try the page without an extension.
createDevWallet({
  prompt: async (question) => {
    if (!window.confirm(question)) throw Object.assign(new Error('The user declined.'), { code: 4001 })
  },
}).announce(window)

const container = document.getElementById('app')
if (container)
  createRoot(container).render(
    <StrictMode>
      <LatchkeyProvider modal={modal}>
        <ConnectButton />
        <NetworkButton />
      </LatchkeyProvider>
    </StrictMode>,
  )
