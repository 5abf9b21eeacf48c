import '@latchkey/ui-react/styles.css'
import '../styles.css'
import { createWagmiConfig } from '@latchkey/adapter-evm/wagmi'
import { LatchkeyProvider } from '@latchkey/ui-react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { fetchConfig } from '../config.js'
import { createDemoModal } from '../createDemoModal.js'
import { parseDemoOptions } from '../demoOptions.js'
import { createDevWallet } from '../devWallet/evm.js'
import { WagmiApp } from './WagmiApp.js'

const demoConfig = await fetchConfig()
const wallet = createDevWallet(demoConfig)
const options = parseDemoOptions(location.search)
// wagmi supports EVM only, and one wallet at a time
const modal = createDemoModal(demoConfig, { ...options, solana: false, bitcoin: false, multiWallet: false })
const wagmiConfig = createWagmiConfig(modal)

window.devWallet = wallet
wallet.announce(window)

const container = document.getElementById('app')
if (container)
  createRoot(container).render(
    <StrictMode>
      <WagmiProvider config={wagmiConfig}>
        <QueryClientProvider client={new QueryClient()}>
          <LatchkeyProvider modal={modal}>
            <WagmiApp />
          </LatchkeyProvider>
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>,
  )
