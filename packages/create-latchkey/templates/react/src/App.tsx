import { ConnectButton, NetworkButton } from '@latchkey/ui-react'
import { Account } from './Account.tsx'
import { Providers } from './Providers.tsx'

export function App() {
  return (
    <Providers>
      <header>
        <h1>My app</h1>
        <NetworkButton />
        <ConnectButton />
      </header>
      <main>
        <Account />
      </main>
    </Providers>
  )
}
