'use client'

import { ConnectButton, NetworkButton } from '@latchkey/ui-react'
import type { ReactElement } from 'react'

/** The buttons, which the server renders as the page will. */
export function Header(): ReactElement {
  return (
    <header>
      <h1>Latchkey in Next</h1>
      <NetworkButton />
      <ConnectButton />
    </header>
  )
}
