import type { AskError } from '@latchkey/core'
import { goBack } from '@latchkey/core/controllers'
import { pairingRetryDelay } from '@latchkey/core/internal'
import { type ReactElement, useEffect, useState } from 'react'
import { pairingTexts } from '../../i18n/messages/pairing.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Status } from '../../primitives/Status/Status.js'
import { WalletTile } from '../../primitives/WalletTile/WalletTile.js'
import { useShell } from '../../router/ShellContext.js'
import type { PairedWallet } from './useAnyWallet.js'

export type PairingFailureProps = {
  readonly paired: PairedWallet
  readonly error: AskError
  readonly onRetry: () => void
}

/** Says why no wallet was paired, and offers a new code. */
export function PairingFailure({ paired, error, onRetry }: PairingFailureProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(pairingTexts)
  const [isRested, setRested] = useState(false)
  useEffect(() => modal.env.setTimeout(() => setRested(true), pairingRetryDelay), [modal])
  const isOffline = error.code === 'RELAY_UNREACHABLE' && modal.env.window()?.navigator.onLine === false
  const key = `${error.code}_${isOffline ? 'offline' : 'help'}`
  return (
    <Status
      mark={<WalletTile {...paired} />}
      title=""
      text=""
      error={error}
      help={isPairingKey(key) ? t(key) : undefined}
      isRetryOff={!isRested}
      onRetry={onRetry}
      onCancel={() => goBack(modal)}
    />
  )
}

function isPairingKey(key: string): key is keyof typeof pairingTexts {
  return Object.hasOwn(pairingTexts, key)
}
