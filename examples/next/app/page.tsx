'use client'

import { useAccount, useDisconnect } from '@latchkey/ui-react'
import type { ReactElement } from 'react'

export default function Page(): ReactElement {
  const { address, isConnected } = useAccount()
  const { disconnect } = useDisconnect()
  return (
    <>
      <p>
        Account: <code>{address ?? 'none'}</code>
      </p>
      {isConnected && (
        <button type="button" onClick={() => disconnect()}>
          Disconnect
        </button>
      )}
    </>
  )
}
