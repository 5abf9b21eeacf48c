import type { WalletKitTypes } from '@reown/walletkit'
import type { Decisions } from './decisions.js'
import type { WalletKitClient } from './kit.js'
import { type Sessions, toWalletApp } from './sessions.js'
import type { WalletPolicy, WalletProposal, WalletRequest, WalletStore } from './state.js'

type FollowKitOptions = {
  readonly kit: WalletKitClient
  readonly store: WalletStore
  readonly sessions: Sessions
  readonly decisions: Decisions
  readonly getPolicy: () => WalletPolicy
}

type ProposalEvent = Pick<WalletKitTypes.SessionProposal, 'id' | 'params'>
type RequestEvent = Pick<WalletKitTypes.SessionRequest, 'id' | 'topic' | 'params'>

/** Passes requests of apps to the user, or to the policy. Returns an unsubscribe function. */
export function followKit({ kit, store, sessions, decisions, getPolicy }: FollowKitOptions): () => void {
  const attend = (work: Promise<void>): void =>
    void work.catch((error: unknown) => store.note(`Failed: ${error instanceof Error ? error.message : String(error)}`))

  const onProposal = ({ id, params }: ProposalEvent): void => {
    const { proposer, requiredNamespaces, optionalNamespaces, expiryTimestamp } = params
    const wanted = Object.entries({ ...requiredNamespaces, ...optionalNamespaces })
    const chains = wanted.flatMap(([key, { chains: own }]) => own ?? (key.includes(':') ? [key] : []))
    const app = toWalletApp(proposer.metadata)
    const proposal: WalletProposal = { id, app, chains, expiresAt: expiryTimestamp * 1_000 }
    store.note(`${app.name} proposes a connection`)
    const { proposals } = getPolicy()
    if (proposals === 'approve') attend(decisions.approveProposal(proposal))
    else if (proposals === 'reject') attend(decisions.rejectProposal(proposal))
    else store.set({ proposals: [...store.get().proposals, proposal] })
  }
  const onRequest = ({ id, topic, params }: RequestEvent): void => {
    const { method, params: given } = params.request
    const app = store.get().sessions.find((session) => session.topic === topic)?.app ?? { name: '', url: '' }
    const request: WalletRequest = { id, topic, app, chain: params.chainId, method, params: given }
    store.note(`${app.name} asks for ${method}`)
    const { requests } = getPolicy()
    if (requests === 'approve') attend(decisions.approveRequest(request))
    else if (requests === 'reject') attend(decisions.rejectRequest(request))
    else store.set({ requests: [...store.get().requests, request] })
  }
  const onGone = ({ id }: { readonly id: number }): void => {
    store.takeOff(id)
    store.note('A question has expired')
  }
  const onDelete = (): void => {
    store.note('An app ended its session')
    sessions.refresh()
  }
  kit.on('session_proposal', onProposal)
  kit.on('session_request', onRequest)
  kit.on('proposal_expire', onGone)
  kit.on('session_request_expire', onGone)
  kit.on('session_delete', onDelete)
  // requests from before a reload
  for (const request of kit.getPendingSessionRequests()) onRequest(request)
  return () => {
    kit.off('session_proposal', onProposal)
    kit.off('session_request', onRequest)
    kit.off('proposal_expire', onGone)
    kit.off('session_request_expire', onGone)
    kit.off('session_delete', onDelete)
  }
}
