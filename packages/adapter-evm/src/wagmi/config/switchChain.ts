import type { ConnectorFeatures, Env } from '@latchkey/core'
import { ChainNotSwitchedError, waitFor } from '@latchkey/core/plugin'
import type { Config, Connector } from 'wagmi'
import { switchChain as switchChainOf } from 'wagmi/actions'
import { readConfig } from './readConfig.js'
import { toWagmiFault } from './toWagmiFault.js'

export type SwitchLink = {
  readonly config: Config
  readonly connector: Connector
  readonly env: Env
  /** Our own way, over the wallet's interface. */
  readonly own: ConnectorFeatures['network:switch']
}

type Request = Parameters<ConnectorFeatures['network:switch']>[0]

/**
 * Brings the wallet to a network. A wallet of the page goes our own way, which knows how wallets say that they lack a
 * chain and makes sure of the end; wagmi sees it by its own listeners. Other connectors know a way of their own, which
 * wagmi takes, for the chains that it has.
 */
export async function switchChain({ config, connector, env, own }: SwitchLink, request: Request): Promise<void> {
  const { network, signal } = request
  const chainId = Number(network.id)
  const isTheirs = connector.type !== 'injected' && config.chains.some(({ id }) => id === chainId)
  if (!isTheirs) return own(request)
  try {
    await waitFor(switchChainOf(config, { connector, chainId }), { env, signal })
  } catch (cause) {
    throw signal.aborted ? signal.reason : toWagmiFault(cause)
  }
  const now = readConfig(config, connector.uid)?.caipNetworkId
  if (now !== network.caipNetworkId)
    throw new ChainNotSwitchedError({ details: `Asked for ${network.caipNetworkId}; wagmi is on ${now ?? 'none'}.` })
}
