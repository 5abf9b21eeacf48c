'use client'

import { ConnectButton, NetworkButton } from '@latchkey/ui-react'

export function Header() {
  return (
    <header>
      <h1>My app</h1>
      <NetworkButton />
      <ConnectButton />
    </header>
  )
}
