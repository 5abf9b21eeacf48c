import { type Address, getAddress, type Hex } from 'viem'
import { fromBase64url } from '../encoding/base64url.js'
import { h } from '../frame/approval/h.js'
import { createNode } from '../frame/requests/node.js'
import type { FrameNetwork } from '../protocol/network.js'
import { say, sayWith, toTime } from '../words/say.js'
import { createButton, toSentence } from './elements.js'
import { type Recovery, type RecoveryProgress, readRecovery } from './owners/changeGuardians.js'
import { words } from './texts.js'

/** A wallet of the guardian's browser. [EIP-1193] */
type Provider = { request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown> }

/** Milliseconds. */
const pollInterval = 2_000

/** Polls before the page gives up waiting for a transaction. */
const maxPolls = 150

/** The page on which guardians help a person recover an account: with a wallet of their own, and without a login. */
function startGuardianPage(window: Window & typeof globalThis): void {
  const { document, location } = window
  const main = document.querySelector('main') ?? document.body
  const { networks } = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as GuardianSettings
  const recovery = readLink(location.hash)
  if (!recovery || window.top !== window) {
    main.replaceChildren(h('h1', {}, words.guardian.title), h('p', { role: 'alert' }, words.guardian.badLink))
    return
  }
  const announced: Provider[] = []
  window.addEventListener('eip6963:announceProvider', (event) => {
    const { detail } = event as CustomEvent<{ readonly provider: Provider }>
    announced.push(detail.provider)
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const getWallet = (): Provider => {
    const wallet = (window as { readonly ethereum?: Provider }).ethereum ?? announced[0]
    if (!wallet) throw new Error(words.guardian.noWallet)
    return wallet
  }
  const callNode = createNode({ fetch: (...args) => window.fetch(...args), project: '' })
  const { signal } = new AbortController()

  async function refresh(): Promise<void> {
    const rows = await Promise.all(networks.map((network) => createRow(network)))
    const [first] = rows.flatMap(({ progress }) => (progress ? [progress] : []))
    const account = h('code', { dir: 'ltr' }, recovery?.account ?? '')
    const owner = h('code', { dir: 'ltr' }, first?.owner ?? '')
    main.replaceChildren(
      h('h1', {}, words.guardian.title),
      h('p', {}, ...sayWith(words.guardian.lead, { account })),
      ...(first ? [h('p', {}, ...sayWith(words.guardian.compare, { owner }))] : []),
      h('ul', { 'aria-label': words.owners.networks }, ...rows.map(({ element }) => element)),
      createButton(words.guardian.again, refresh, { tone: 'quiet' }),
    )
  }

  async function createRow(
    network: FrameNetwork,
  ): Promise<{ readonly element: HTMLElement; readonly progress?: RecoveryProgress }> {
    const name = h('span', {}, network.name)
    try {
      const progress = recovery && (await readRecovery(recovery, { network, callNode, signal }))
      if (!progress) return { element: h('li', {}, name, h('small', {}, words.guardian.none)) }
      const act = (): Promise<void> => send(network, progress)
      const label = toLabel(progress, network)
      const button = label === undefined ? null : createButton(label, act)
      return { progress, element: h('li', {}, name, h('small', {}, toStatus(progress)), button) }
    } catch (cause) {
      return { element: h('li', {}, name, h('small', { role: 'alert' }, toSentence(cause))) }
    }
  }

  async function send(network: FrameNetwork, shown: RecoveryProgress): Promise<void> {
    const wallet = getWallet()
    const [given] = (await wallet.request({ method: 'eth_requestAccounts' })) as readonly string[]
    const from = getAddress(given ?? '')
    // other guardians may have acted since the page was shown
    const current = recovery && (await readRecovery(recovery, { network, callNode, signal }))
    if (!current?.transaction || current.step !== shown.step) return refresh()
    const { transaction, step, guardians, approved } = current
    // anybody can do the rest
    if (step === 'approve' && !guardians.addresses.includes(from))
      throw new Error(say(words.guardian.notGuardian, { address: from }))
    if (step === 'approve' && approved.includes(from)) throw new Error(words.guardian.approvedAlready)
    const chainId = `0x${Number(network.caipNetworkId.slice('eip155:'.length)).toString(16)}`
    await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    const hash = await wallet.request({ method: 'eth_sendTransaction', params: [{ from, ...transaction }] })
    for (let left = maxPolls; left > 0; left--) {
      const params = [hash]
      const receipt = await callNode({
        ...{ chain: network.caipNetworkId, method: 'eth_getTransactionReceipt', params, signal },
      })
      const { status } = (receipt ?? {}) as { readonly status?: Hex }
      if (status === '0x1') return refresh()
      if (status !== undefined) throw new Error(words.guardian.failed)
      await new Promise((resolve) => window.setTimeout(resolve, pollInterval))
    }
    throw new Error(words.guardian.slow)
  }

  refresh().catch((cause: unknown) => main.replaceChildren(h('p', { role: 'alert' }, toSentence(cause))))
}

/** The JSON in the page, in the element with the id `settings`. */
type GuardianSettings = { readonly networks: readonly FrameNetwork[] }

/** Parses a link of the account page; undefined for any other. */
function readLink(hash: string): Recovery | undefined {
  try {
    const text = new TextDecoder().decode(fromBase64url(hash.slice(1)))
    const { account, x, y, recovery } = JSON.parse(text) as Readonly<Record<string, unknown>>
    const isWord = (value: unknown): value is Hex => typeof value === 'string' && /^0x[\da-f]{64}$/.test(value)
    if (!isWord(x) || !isWord(y)) return undefined
    return {
      account: getAddress(String(account)),
      key: { x, y },
      ...(recovery !== undefined && { recovery: getAddress(String(recovery)) as Address }),
    }
  } catch {
    return undefined
  }
}

function toStatus({ step, approved, guardians, dueAt = 0 }: RecoveryProgress): string {
  switch (step) {
    case 'approve':
    case 'queue':
      return say(words.guardian.approved, { count: String(approved.length), threshold: String(guardians.threshold) })
    case 'wait':
      return say(words.guardian.waiting, { time: toTime(dueAt * 1_000) })
    case 'execute':
      return words.guardian.due
    case 'other':
      return words.guardian.another
    case 'done':
      return words.guardian.done
    default:
      return step satisfies never
  }
}

function toLabel({ step }: RecoveryProgress, { name: network }: FrameNetwork): string | undefined {
  switch (step) {
    case 'approve':
      return say(words.guardian.approve, { network })
    case 'queue':
      return say(words.guardian.queue, { network })
    case 'execute':
      return say(words.guardian.execute, { network })
    default:
      return undefined
  }
}

startGuardianPage(window)
