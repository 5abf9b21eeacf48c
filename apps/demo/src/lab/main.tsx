import '@latchkey/ui-react/styles.css'
import '../styles.css'
import { LatchkeyProvider } from '@latchkey/ui-react'
import { Fragment, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fetchConfig } from '../config.js'
import { createDemoModal } from '../createDemoModal.js'
import { parseDemoOptions, parseLocale, parseProjectId, parseShownToken } from '../demoOptions.js'
import { announceWallets, createDevWallets } from '../devWallet/wallets.js'
import { LabApp } from './LabApp.js'

const config = await fetchConfig()
const options = parseDemoOptions(location.search)
const wallets = await createDevWallets(config, options)
const modal = createDemoModal(config, options, {
  locale: parseLocale(location.search),
  shownToken: parseShownToken(location.search),
  projectId: parseProjectId(location.search),
})

window.devWallet = wallets.evm
window.devWallets = wallets
window.latchkey = modal
announceWallets(wallets)
import.meta.hot?.dispose(() => modal.destroy())

const Mode = options.strictMode ? StrictMode : Fragment
const container = document.getElementById('app')
if (container)
  createRoot(container).render(
    <Mode>
      <LatchkeyProvider modal={modal}>
        <LabApp config={config} options={options} wallets={wallets} />
      </LatchkeyProvider>
    </Mode>,
  )
