import { evm } from '@latchkey/adapter-evm'
import {
  AccountButton,
  ConnectButton,
  createModal,
  LatchkeyProvider,
  NetworkButton,
  type UiModal,
} from '@latchkey/ui-react'
import type { ReactElement } from 'react'

const network = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example.org'] } },
}

/** The same on the server and in the browser, so that both render the same. */
export function createSsrModal(): UiModal {
  return createModal({ adapters: [evm({ networks: [network] })], allowUnsupportedChain: true })
}

/** Buttons in a page that comes rendered. */
export function SsrApp({ modal }: { readonly modal: UiModal }): ReactElement {
  return (
    <LatchkeyProvider modal={modal}>
      <header className="top">
        <h1>Rendered on a server</h1>
        <div className="top-buttons">
          <ConnectButton />
          <AccountButton />
          <NetworkButton />
        </div>
      </header>
    </LatchkeyProvider>
  )
}
