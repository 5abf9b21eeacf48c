import { waitFor } from '@latchkey/core/plugin'
import type { WalletLink } from '../connectors/walletLink.js'

/** Milliseconds that a wallet may take to switch after it has said that it did. */
const patience = 1_000

/** Resolves with the next `chainChanged` of the wallet (EIP-1193), or when it was given time enough. */
export async function untilChainChanges({ env, listen }: WalletLink, signal: AbortSignal): Promise<void> {
  let stops: readonly (() => void)[] = []
  const changed = new Promise<void>((resolve) => {
    stops = [listen('chainChanged', () => resolve()), env.setTimeout(resolve, patience)]
  })
  try {
    await waitFor(changed, { env, signal })
  } finally {
    for (const stop of stops) stop()
  }
}
