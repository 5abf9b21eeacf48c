'use client'

import { LatchkeyProvider } from '@latchkey/ui-react'
import type { ReactNode } from 'react'
import { modal } from './modal'

/** Starts the modal, which finds wallets and restores connections, and passes it to hooks and buttons. */
export function Providers({ children }: { children: ReactNode }) {
  return <LatchkeyProvider modal={modal}>{children}</LatchkeyProvider>
}
