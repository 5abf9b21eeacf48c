import { toBase64url } from '../../encoding/base64url.js'
import { h } from '../../frame/approval/h.js'
import { runCeremony } from '../../frame/passkey/runCeremony.js'
import type { CallNode } from '../../frame/requests/node.js'
import type { CallVault } from '../../frame/session/client.js'
import type { NetworkOwners, OwnedAccount, SelfCustodyState } from '../../protocol/account.js'
import type { FrameNetwork } from '../../protocol/network.js'
import type { PasskeyResponse } from '../../protocol/passkey.js'
import type { PasskeyKey } from '../../signing/smart/passkeyOwner.js'
import { say } from '../../words/say.js'
import { createButton } from '../elements.js'
import { words } from '../texts.js'
import type { ChangeOptions, OwnerSigner, OwnersError } from './changeOwners.js'
import type { owners } from './owners.js'

/** The code that changes owners, in a separate script that loads on first use. */
export type OwnersScript = typeof owners

export type OwnersTools = {
  readonly networks: readonly FrameNetwork[]
  readonly load: () => Promise<OwnersScript>
  readonly callNode: CallNode
  /** Milliseconds since the epoch, by the vault's clock. */
  readonly now: () => number
}

export type OwnersOptions = {
  readonly call: CallVault
  readonly state: SelfCustodyState
  readonly account: OwnedAccount
  readonly tools: OwnersTools
  readonly refresh: (notice?: string) => Promise<void>
}

export type OwnPasskey = SelfCustodyState['passkeys'][number]

/** The owners of the account on a network: those that it was created with, unless they were changed there. */
export function getOwners(
  { networks, passkey, recovery }: OwnedAccount,
  { caipNetworkId: chain }: FrameNetwork,
): NetworkOwners {
  const changed = networks.find((one) => one.chain === chain)
  return changed ?? { chain, passkeys: [passkey], hasRecovery: recovery !== undefined }
}

/** A field for the passkey that takes over. The one that the account was created with comes last: it is the lost one, most likely. */
export function createChoice({ state, account }: OwnersOptions): {
  readonly choice: HTMLElement
  /** Throws if the user has none. */
  readonly getChosen: () => OwnPasskey
} {
  const select = h('select')
  const isFirst = ({ id }: OwnPasskey): boolean => id === account.passkey
  const ordered = [...state.passkeys.filter((one) => !isFirst(one)), ...state.passkeys.filter(isFirst)]
  select.append(
    ...ordered.map(({ id, name }) => {
      const option = h('option', {}, name)
      option.value = id
      return option
    }),
  )
  return {
    choice: h('label', {}, h('span', {}, words.owners.recoverChoice), select),
    getChosen() {
      const passkey = state.passkeys.find(({ id }) => id === select.value)
      if (!passkey) throw new Error(words.owners.noPasskey)
      return passkey
    },
  }
}

type Change = Pick<ChangeOptions, 'network' | 'signer'> & {
  /** Signs and sends the operation. */
  readonly run: (options: ChangeOptions) => Promise<void>
  /** Whether custody knows of the change. */
  readonly isDone: (state: NetworkOwners) => boolean
}

/** Changes the account on one network, and has custody read it there. It can be repeated, whatever of it was done. */
export async function change(
  { call, account, tools: { callNode, now } }: OwnersOptions,
  { network, signer, run, isDone }: Change,
): Promise<void> {
  const { caipNetworkId: chain } = network
  // first: without a node of custody's on the network, the account couldn't be used there after the change
  await call('selfCustody.read', { chain })
  const { signal } = new AbortController()
  await run({ origin: account, network, signer, callNode, now, wait, signal })
  for (let left = 5; ; left--) {
    if (isDone(await call('selfCustody.read', { chain }))) return
    if (left === 0) throw new Error(words.owners.behind)
    // custody's node may be behind
    await wait(2_000)
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, ms))
}

/** Has a passkey sign at random, on this device: custody's word alone doesn't make a key the user's. */
export async function prove(script: OwnersScript, { credential, key }: OwnPasskey): Promise<void> {
  const challenge = toBase64url(crypto.getRandomValues(new Uint8Array(32)))
  assertOwn(script, key, { challenge, response: await askPasskeys(challenge, [credential]) })
}

/** Throws, with a text for people, unless the passkey of this key has signed the challenge. */
export function assertOwn(
  script: OwnersScript,
  key: PasskeyKey,
  signed: { readonly challenge: string; readonly response: PasskeyResponse },
): void {
  try {
    script.assertSignedBy(key, signed)
  } catch (cause) {
    throw new Error(words.owners.key, { cause })
  }
}

/** Signs with a passkey of the user that this device has. */
export function signWith(
  { state }: OwnersOptions,
  isWanted: (passkey: OwnPasskey) => boolean = () => true,
): OwnerSigner {
  const known = state.passkeys.filter(isWanted)
  return {
    passkeys: known.map(({ key }) => key),
    async assert(challenge, keys: readonly PasskeyKey[]) {
      const owners = known.filter(({ key }) => keys.some(({ x }) => x === key.x))
      const credentials = owners.map(({ credential }) => credential)
      const { id, response } = await askPasskeys(challenge, credentials)
      const key = owners.find(({ credential }) => credential === id)?.key
      if (!key || !('signature' in response)) throw new Error(words.owners.otherPasskey)
      return { key, assertion: response }
    },
  }
}

function askPasskeys(challenge: string, credentials: readonly string[]): Promise<PasskeyResponse> {
  return runCeremony({
    options: {
      challenge,
      allowCredentials: credentials.map((id) => ({ type: 'public-key', id })),
      userVerification: 'required',
      timeout: 300_000,
    },
  })
}

type Shown = {
  readonly place: HTMLElement
  readonly networks: readonly FrameNetwork[]
  readonly work: (network: FrameNetwork) => Promise<void>
  readonly lead: string
  readonly button: (name: string) => string
  /** Starts on all networks without further clicks. */
  readonly isAtOnce?: boolean | undefined
}

/** Shows the progress of a change on each network, with errors. */
export function show(
  { account, refresh }: OwnersOptions,
  { place, networks, work, lead, button, isAtOnce = false }: Shown,
): void {
  const running = new Set<Promise<void>>()
  const rows = networks.map((network) => {
    const status = h('small', { role: 'status' }, words.owners.pending)
    const act = async (): Promise<void> => {
      status.replaceChildren(words.owners.changing)
      const current = work(network)
      running.add(current)
      try {
        await current
      } catch (cause) {
        status.replaceChildren(words.owners.pending)
        throw toLocal(cause, { network, account })
      } finally {
        running.delete(current)
      }
      status.replaceChildren(words.owners.changed)
      control.remove()
    }
    const control = createButton(button(network.name), act, { tone: 'quiet' })
    return { control, element: h('li', {}, h('span', {}, network.name), status, control) }
  })
  // the next page shows the account's new state
  const done = createButton(words.owners.done, async () => {
    await Promise.allSettled(running)
    await refresh()
  })
  place.replaceChildren(
    h('p', {}, lead),
    h('ul', { 'aria-label': words.owners.networks }, ...rows.map(({ element }) => element)),
    done,
  )
  if (isAtOnce) for (const { control } of rows) control.querySelector('button')?.click()
}

/** Returns the page's text for an error of the script. Errors of the network are shown unchanged. */
function toLocal(
  cause: unknown,
  { network: { name: network, symbol }, account }: { readonly network: FrameNetwork; readonly account: OwnedAccount },
): unknown {
  // another bundle's class
  const { reason } = (cause ?? {}) as { readonly reason?: OwnersError['reason'] | undefined }
  switch (reason) {
    case 'fee':
      return new Error(say(words.owners.fee, { symbol, network, address: account.address }), { cause })
    case 'notOwner':
      return new Error(say(words.owners.notOwner, { network }), { cause })
    case 'notOwnerCode':
      return new Error(say(words.owners.notOwnerCode, { network }), { cause })
    default:
      return cause
  }
}
