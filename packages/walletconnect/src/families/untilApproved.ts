import { type CaipNetworkId, type PluginContext, parseCaipNetworkId } from '@latchkey/core'
import type { LiveSession } from '../session/liveSession.js'

/** Milliseconds that a wallet has to add a chain to the session, after it has said that it went there. */
const patience = 1_000

/** Resolves once the wallet has agreed to a chain, or when it was given time enough: some say so just after their answer. */
export async function untilApproved(
  { env }: Pick<PluginContext, 'env'>,
  session: LiveSession,
  target: CaipNetworkId,
): Promise<void> {
  const namespace = parseCaipNetworkId(target)?.namespace
  if (!namespace) return
  const isApproved = (): boolean => session.getApproval()[namespace]?.chains.includes(target) ?? false
  let stops: readonly (() => void)[] = []
  await new Promise<void>((resolve) => {
    if (isApproved()) resolve()
    else
      stops = [
        env.setTimeout(resolve, patience),
        session.watch(namespace, () => {
          if (isApproved()) resolve()
        }),
      ]
  })
  for (const stop of stops) stop()
}
