import type { WalletPeer } from '../peer/peer.js'
import type { WalletProposal, WalletRequest, WalletSignIn } from '../peer/state.js'
import { createButton, createElement } from './elements.js'

type RenderRequestsOptions = {
  readonly peer: WalletPeer
  readonly onError: (error: unknown) => void
}

/** Renders the pending proposals, sign-ins and requests. */
export function renderRequests({ peer, onError }: RenderRequestsOptions): readonly HTMLLIElement[] {
  const { proposals, signIns, requests } = peer.getState()
  return [
    ...proposals.map((proposal) => renderProposal(proposal, { peer, onError })),
    ...signIns.map((signIn) => renderSignIn(signIn, { peer, onError })),
    ...requests.map((request) => renderRequest(request, { peer, onError })),
  ]
}

function renderProposal(proposal: WalletProposal, { peer, onError }: RenderRequestsOptions): HTMLLIElement {
  const { id, app, chains } = proposal
  const boxes = createBoxes(chains, peer)
  const approve = (): Promise<void> => {
    const { chains: forced } = peer.getPolicy()
    return peer.approveProposal(id, forced ?? boxes.filter((box) => box.checked).map((box) => box.value))
  }
  return createElement(
    'li',
    {},
    createElement('p', {}, createElement('strong', {}, app.name), ` (${app.url}) wants to connect`),
    ...boxes.map(renderBox),
    createElement(
      'div',
      { className: 'buttons' },
      createButton({ text: 'Approve connection', kind: 'yes', onClick: approve, onError }),
      createButton({ text: 'Reject connection', onClick: () => peer.rejectProposal(id), onError }),
      createButton({ text: 'Ignore connection', onClick: () => peer.ignore(id), onError }),
    ),
  )
}

function renderSignIn(signIn: WalletSignIn, { peer, onError }: RenderRequestsOptions): HTMLLIElement {
  const { id, app, domain, statement, chains } = signIn
  const boxes = createBoxes(chains, peer)
  const approve = (): Promise<void> =>
    peer.approveSignIn(id, peer.getPolicy().chains ?? boxes.filter((box) => box.checked).map((box) => box.value))
  return createElement(
    'li',
    {},
    createElement('p', {}, createElement('strong', {}, app.name), ` (${app.url}) wants to connect and a sign-in`),
    createElement('p', {}, `${domain}: ${statement}`),
    ...boxes.map(renderBox),
    createElement(
      'div',
      { className: 'buttons' },
      createButton({ text: 'Approve sign-in', kind: 'yes', onClick: approve, onError }),
      createButton({ text: 'Reject sign-in', onClick: () => peer.rejectSignIn(id), onError }),
      createButton({ text: 'Ignore sign-in', onClick: () => peer.ignore(id), onError }),
    ),
  )
}

/** Chains that the wallet lacks are disabled. */
function createBoxes(chains: readonly string[], peer: WalletPeer): readonly HTMLInputElement[] {
  const known = peer.getState().chains
  return chains.map((chain) => {
    const isKnown = known.includes(chain)
    return createElement('input', { type: 'checkbox', value: chain, checked: isKnown, disabled: !isKnown })
  })
}

function renderBox(box: HTMLInputElement): HTMLElement {
  return createElement('p', {}, createElement('label', {}, box, ` ${box.value}`))
}

function renderRequest(request: WalletRequest, { peer, onError }: RenderRequestsOptions): HTMLLIElement {
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
