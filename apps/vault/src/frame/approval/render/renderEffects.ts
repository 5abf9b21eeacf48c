import type { SimulatedAllowance, SimulatedAsset, SimulatedMove } from '../../../protocol/simulation.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { h } from '../h.js'
import { formatAmount, formatToken, nameToken } from './amounts.js'
import { createAddress, createWideFact } from './elements.js'

/** Renders the simulated effects, above the rest; null without a simulation. */
export function renderEffects(request: ApprovalRequest): HTMLElement | null {
  const { simulation, summary } = request
  if (simulation?.status !== 'done') return null
  const { sends, receives, allows, gives } = simulation
  const isSponsored = summary.kind === 'calls' && summary.paymaster !== null
  const rows = [
    ...sends.map((move) => renderMove('You send', move, request)),
    ...receives.map((move) => renderMove('You receive', move, request)),
    ...allows.flatMap((allowance) => renderAllowance(allowance, request)),
    ...gives.map((address) => createWideFact('You give away control of', createAddress(address))),
  ]
  return h(
    'section',
    { class: 'effects', 'aria-label': 'Simulated effects' },
    rows.length > 0
      ? h('dl', { class: 'facts' }, ...rows)
      : h(
          'p',
          {},
          isSponsored ? 'Nothing leaves your account.' : 'Nothing leaves your account except the network fee.',
        ),
    h('p', { class: 'source' }, 'Simulated a moment ago. The actual result can differ.'),
  )
}

function renderMove(name: string, { asset, amount }: SimulatedMove, request: ApprovalRequest): HTMLElement {
  return createAsset(name, asset, { text: toText(asset, amount, request), request })
}

function renderAllowance(
  { asset, amount, isUnlimited, spender }: SimulatedAllowance,
  request: ApprovalRequest,
): readonly HTMLElement[] {
  const isAll = isUnlimited && asset.type === 'token'
  const text = isAll ? `Unlimited ${nameOf(asset, request) ?? 'units'}` : toText(asset, amount, request)
  return [
    createAsset('Others can take', asset, { text, request }),
    createWideFact('Who can take it', createAddress(spender)),
  ]
}

/** Listed tokens need no address; nothing else identifies the others. */
function createAsset(
  name: string,
  asset: SimulatedAsset,
  { text, request }: { readonly text: string; readonly request: ApprovalRequest },
): HTMLElement {
  const isKnown =
    asset.type === 'native' || (asset.type === 'token' && nameToken(request, asset.address, asset).isKnown)
  const amount = h('b', { class: 'amount' }, h('bdi', {}, text))
  if (isKnown) return h('div', {}, h('dt', {}, name), h('dd', {}, amount))
  const kind = asset.type === 'token' ? 'Unverified token' : 'Collection'
  return h(
    'div',
    { class: 'unknown' },
    h('dt', {}, name),
    h('dd', {}, amount),
    h('dd', { class: 'whole' }, h('small', {}, kind), createAddress(asset.address)),
  )
}

function toText(asset: SimulatedAsset, amount: string, request: ApprovalRequest): string {
  switch (asset.type) {
    case 'native':
      return `${formatAmount(amount, request.network.decimals)} ${request.network.symbol}`
    case 'token':
      return formatToken(amount, nameToken(request, asset.address, asset))
    case 'item': {
      const item = `${nameOf(asset, request) ?? 'item'} no. ${asset.id}`
      return amount === '1' ? item : `${formatAmount(amount, 0)} × ${item}`
    }
    case 'collection':
      return `All ${nameOf(asset, request) ?? 'items'}`
    default:
      return asset satisfies never
  }
}

function nameOf(asset: Exclude<SimulatedAsset, { type: 'native' }>, request: ApprovalRequest): string | undefined {
  return nameToken(request, asset.address, asset).unit
}
