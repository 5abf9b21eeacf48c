import '@latchkey/ui-react/styles.css'
import '../styles.css'
import { LatchkeyProvider } from '@latchkey/ui-react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fetchConfig } from '../config.js'
import { createDemoModal } from '../createDemoModal.js'
import { parseDemoOptions } from '../demoOptions.js'
import { announceWallets, createDevWallets } from '../devWallet/wallets.js'
import { MembersApp } from './MembersApp.js'

const config = await fetchConfig()
const options = { ...parseDemoOptions(location.search), siwx: true }
const wallets = await createDevWallets(config, options)
const modal = createDemoModal(config, options)

window.devWallet = wallets.evm
window.devWallets = wallets
window.latchkey = modal
announceWallets(wallets)

const container = document.getElementById('app')
if (container)
  createRoot(container).render(
    <StrictMode>
      <LatchkeyProvider modal={modal}>
        <MembersApp membersUrl={config.signIn?.membersUrl} />
      </LatchkeyProvider>
    </StrictMode>,
  )
