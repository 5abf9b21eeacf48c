import '@latchkey/ui-react/styles.css'
import '../styles.css'
import { hydrateRoot } from 'react-dom/client'
import { fetchConfig } from '../config.js'
import { createDevWallet } from '../devWallet/evm.js'
import { createSsrModal, SsrApp } from './SsrApp.js'

const container = document.getElementById('app')
if (container)
  hydrateRoot(container, <SsrApp modal={createSsrModal()} />, {
    onRecoverableError: (cause) => console.error('hydration', cause),
  })

createDevWallet(await fetchConfig()).announce(window)
