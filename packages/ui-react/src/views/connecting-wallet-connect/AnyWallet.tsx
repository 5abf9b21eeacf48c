import type { Namespace } from '@latchkey/core'
import type { ReactElement } from 'react'
import { PairingFailure } from './PairingFailure.js'
import { QrPanel } from './QrPanel.js'
import { useAnyWallet } from './useAnyWallet.js'
import { usePairing } from './usePairing.js'

/** A code for any wallet, or why there is none. */
export function AnyWallet({ namespace }: { readonly namespace?: Namespace | undefined }): ReactElement {
  const paired = useAnyWallet()
  const { ask, retry } = usePairing({ namespace })
  if (ask?.error)
    return (
      <div className="pairing">
        <PairingFailure paired={paired} error={ask.error} onRetry={retry} />
      </div>
    )
  return <QrPanel paired={paired} code={ask?.code} />
}
