import { useAccount, useDisconnect, useNetwork } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { type Screen, WalletDialog } from './WalletDialog.tsx'

export function App(): ReactElement {
  const { address, status } = useAccount()
  const { caipNetwork } = useNetwork()
  const { disconnect } = useDisconnect()
  const [screen, setScreen] = useState<Screen>()
  return (
    <>
      <header>
        <h1>A modal of one's own</h1>
        <button type="button" onClick={() => setScreen('networks')}>
          {caipNetwork?.name ?? 'Switch network'}
        </button>
        <button type="button" onClick={() => setScreen(address ? 'account' : 'connect')}>
          {address ? 'My wallet' : status === 'connecting' ? 'Connecting…' : 'Connect'}
        </button>
      </header>
      <main>
        <p>
          Account: <code>{address ?? 'none'}</code>
        </p>
        {address && (
          <button type="button" onClick={() => disconnect()}>
            Disconnect
          </button>
        )}
      </main>
      {screen && <WalletDialog screen={screen} onClose={() => setScreen(undefined)} />}
    </>
  )
}
