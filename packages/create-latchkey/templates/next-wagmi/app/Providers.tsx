'use client'

import { createWagmiConfig } from '@latchkey/adapter-evm/wagmi'
import { LatchkeyProvider } from '@latchkey/ui-react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { WagmiProvider } from 'wagmi'
import { modal } from './modal'

// wagmi follows the modal: its hooks use the wallet that is connected there
const config = createWagmiConfig(modal, { ssr: true })
const queryClient = new QueryClient()

/** Starts the modal, which finds wallets and restores connections, and passes it to hooks and buttons. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <LatchkeyProvider modal={modal}>{children}</LatchkeyProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
