import type { SimulatedAllowance, SimulatedAsset, SimulatedMove } from '../../../protocol/simulation.js'
import { say } from '../../../words/say.js'
import { words } from '../../texts.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { h } from '../h.js'
import { formatAmount, formatToken, nameToken } from './amounts.js'
import { createAddress, createWideFact } from './elements.js'

/** Renders the simulated effects, above the rest; null without a simulation. */
export function renderEffects(request: ApprovalRequest): HTMLElement | null {
  const { simulation, summary } = request
  if (simulation?.status !== 'done') return null
  const { sends, receives, allows, gives } = simulation
  const { effects } = words
  const isSponsored = summary.kind === 'calls' && summary.paymaster !== null
  const rows = [
    ...sends.map((move) => renderMove(effects.sends, move, request)),
    ...receives.map((move) => renderMove(effects.receives, move, request)),
    ...allows.flatMap((allowance) => renderAllowance(allowance, request)),
    ...gives.map((address) => createWideFact(effects.gives, createAddress(address))),
  ]
  return h(
    'section',
    { class: 'effects', 'aria-label': effects.title },
    rows.length > 0
      ? h('dl', { class: 'facts' }, ...rows)
      : h('p', {}, isSponsored ? effects.nothing : effects.onlyFee),
    h('p', { class: 'source' }, effects.source),
  )
}

function renderMove(name: string, { asset, amount }: SimulatedMove, request: ApprovalRequest): HTMLElement {
  return createAsset(name, asset, { text: toText(asset, amount, request), request })
}

function renderAllowance(
  { asset, amount, isUnlimited, spender }: SimulatedAllowance,
  request: ApprovalRequest,
): readonly HTMLElement[] {
  const { effects } = words
  const isAll = isUnlimited && asset.type === 'token'
  const text = isAll ? toUnlimited(nameOf(asset, request)) : toText(asset, amount, request)
  return [
    createAsset(effects.allows, asset, { text, request }),
    createWideFact(effects.spender, createAddress(spender)),
  ]
}

function toUnlimited(name: string | undefined): string {
  return name === undefined ? words.effects.unlimitedUnits : say(words.effects.unlimited, { name })
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
  const kind = asset.type === 'token' ? words.effects.unverified : words.facts.collection
  return h(
    'div',
    { class: 'unknown' },
    h('dt', {}, name),
    h('dd', {}, amount),
    h('dd', { class: 'whole' }, h('small', {}, kind), createAddress(asset.address)),
  )
}

function toText(asset: SimulatedAsset, amount: string, request: ApprovalRequest): string {
  const { effects } = words
  switch (asset.type) {
    case 'native':
      return `${formatAmount(amount, request.network.decimals)} ${request.network.symbol}`
    case 'token':
      return formatToken(amount, nameToken(request, asset.address, asset))
    case 'item': {
      const name = nameOf(asset, request)
      const item =
        name === undefined ? say(effects.unnamedItem, { id: asset.id }) : say(effects.item, { name, id: asset.id })
      return amount === '1' ? item : `${formatAmount(amount, 0)} × ${item}`
    }
    case 'collection': {
      const name = nameOf(asset, request)
      return name === undefined ? words.facts.allItems : say(effects.all, { name })
    }
    default:
      return asset satisfies never
  }
}

function nameOf(asset: Exclude<SimulatedAsset, { type: 'native' }>, request: ApprovalRequest): string | undefined {
  return nameToken(request, asset.address, asset).unit
}
