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

/** Creates the same modal on the server and in the browser, so that hydration matches. */
export function createSsrModal(): UiModal {
  return createModal({ adapters: [evm({ networks: [network] })], allowUnsupportedChain: true })
}

/** A server-rendered header with the modal's buttons. */
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
