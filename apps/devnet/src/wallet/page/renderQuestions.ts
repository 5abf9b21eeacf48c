import type { WalletPeer } from '../peer/walletPeer.js'
import type { WalletProposal, WalletRequest } from '../peer/walletState.js'
import { createButton } from './createButton.js'
import { createElement } from './createElement.js'

export type RenderQuestionsOptions = {
  readonly peer: WalletPeer
  readonly onError: (error: unknown) => void
}

/** One entry for each proposal and request that waits for the user. */
export function renderQuestions({ peer, onError }: RenderQuestionsOptions): readonly HTMLLIElement[] {
  const { proposals, requests } = peer.getState()
  return [
    ...proposals.map((proposal) => renderProposal(proposal, { peer, onError })),
    ...requests.map((request) => renderRequest(request, { peer, onError })),
  ]
}

function renderProposal(proposal: WalletProposal, { peer, onError }: RenderQuestionsOptions): HTMLLIElement {
  const { id, app, chains } = proposal
  const known = peer.getState().chains
  const boxes = chains.map((chain) => {
    const isKnown = known.includes(chain)
    return createElement('input', { type: 'checkbox', value: chain, checked: isKnown, disabled: !isKnown })
  })
  const approve = (): Promise<void> => {
    const { chains: forced } = peer.getPolicy()
    return peer.approveProposal(id, forced ?? boxes.filter((box) => box.checked).map((box) => box.value))
  }
  return createElement(
    'li',
    {},
    createElement('p', {}, createElement('strong', {}, app.name), ` (${app.url}) wants to connect`),
    ...boxes.map((box) => createElement('p', {}, createElement('label', {}, box, ` ${box.value}`))),
    createElement(
      'div',
      { className: 'buttons' },
      createButton({ text: 'Approve connection', kind: 'yes', onClick: approve, onError }),
      createButton({ text: 'Reject connection', onClick: () => peer.rejectProposal(id), onError }),
      createButton({ text: 'Ignore connection', onClick: () => peer.ignore(id), onError }),
    ),
  )
}

function renderRequest(request: WalletRequest, { peer, onError }: RenderQuestionsOptions): HTMLLIElement {
  const { id, app, chain, method, params } = request
  return createElement(
    'li',
    {},
    createElement(
      'p',
      {},
      createElement('strong', {}, app.name),
      ' asks for ',
      createElement('code', {}, method),
      ` on ${chain}`,
    ),
    createElement('pre', { tabIndex: 0, ariaLabel: `Parameters of ${method}` }, JSON.stringify(params, null, 2)),
    createElement(
      'div',
      { className: 'buttons' },
      createButton({ text: 'Approve request', kind: 'yes', onClick: () => peer.approveRequest(id), onError }),
      createButton({ text: 'Reject request', onClick: () => peer.rejectRequest(id), onError }),
      createButton({ text: 'Ignore request', onClick: () => peer.ignore(id), onError }),
    ),
  )
}
