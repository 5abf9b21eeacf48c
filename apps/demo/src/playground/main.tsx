import '@latchkey/ui-react/styles.css'
import '../styles.css'
import './playground.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fetchConfig } from '../config.js'
import { announceWallets, createDevWallets } from '../devWallet/wallets.js'
import { Playground } from './Playground.js'

const config = await fetchConfig()
const wallets = await createDevWallets(config, { solana: true, bitcoin: true, smartWallet: false, multiWallet: false })

window.devWallet = wallets.evm
window.devWallets = wallets
announceWallets(wallets)

const container = document.getElementById('app')
if (container)
  createRoot(container).render(
    <StrictMode>
      <Playground config={config} />
    </StrictMode>,
  )
