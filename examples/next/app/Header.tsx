import { ConnectButton, NetworkButton } from '@latchkey/ui-react'
import type { ReactElement } from 'react'

/** A Server Component: the buttons are Client Components by themselves, and need no file of yours with `'use client'`. */
export function Header(): ReactElement {
  return (
    <header>
      <h1>Latchkey in Next</h1>
      <NetworkButton />
      <ConnectButton />
    </header>
  )
}
