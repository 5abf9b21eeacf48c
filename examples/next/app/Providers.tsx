'use client'

import { evm } from '@latchkey/adapter-evm'
import { cookieToInitialState, keepCookie } from '@latchkey/core/cookies'
import { createModal, LatchkeyProvider, type UiModal } from '@latchkey/ui-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { chain } from './chain'

export type ProvidersProps = {
  /** The header of the request: server and page make the same of it. */
  readonly cookie: string | null
  readonly children: ReactNode
}

/** One modal per request on the server, one for good in the page. */
export function Providers({ cookie, children }: ProvidersProps): ReactElement {
  const [modal] = useState(() => createAppModal(cookie))
  useEffect(() => keepCookie(modal), [modal])
  return <LatchkeyProvider modal={modal}>{children}</LatchkeyProvider>
}

function createAppModal(cookie: string | null): UiModal {
  return createModal({ adapters: [evm({ networks: [chain] })], initialState: cookieToInitialState(cookie) })
}
