import type { ModalState, Namespace } from '@latchkey/core'

/** How many wallets are connected on these chain families. */
export function countLive({ namespaces }: ModalState, shown: readonly Namespace[]): number {
  const counts = shown.map((namespace) => {
    const entry = namespaces[namespace]
    return entry ? entry.others.length + (entry.connection.status === 'connected' ? 1 : 0) : 0
  })
  return counts.reduce((sum, count) => sum + count, 0)
}
