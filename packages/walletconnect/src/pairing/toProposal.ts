import type { CaipNetworkId, Namespace, Network } from '@latchkey/core'
import type { WalletConnectOptions } from '../options.js'
import { defaultWishes } from './defaultWishes.js'

/** What a wallet is asked to agree to. All of it is optional: a wallet that can do less still connects. */
export type Proposal = Record<string, { chains: string[]; methods: string[]; events: string[] }>

export type ProposalRequest = {
  readonly namespaces: readonly Namespace[]
  readonly networks: readonly Network[]
  readonly wishes?: WalletConnectOptions['wishes']
}

/** The chain families that are asked for, without those that have no network here. */
export function toProposal({ namespaces, networks, wishes = {} }: ProposalRequest): Proposal {
  const proposal: Proposal = {}
  for (const namespace of namespaces) {
    const wish = wishes[namespace] ?? {}
    const known = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
    const ids: readonly CaipNetworkId[] = wish.chains ?? known.map(({ caipNetworkId }) => caipNetworkId)
    const chains = [...new Set(ids)].filter((id) => known.some(({ caipNetworkId }) => caipNetworkId === id))
    const { methods, events } = defaultWishes[namespace]
    if (chains.length > 0)
      proposal[namespace] = { chains, methods: [...(wish.methods ?? methods)], events: [...(wish.events ?? events)] }
  }
  return proposal
}
