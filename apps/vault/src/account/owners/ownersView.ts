import { toBase64url } from '../../encoding/base64url.js'
import { parsePrintedCode } from '../../encoding/printedCode.js'
import { h } from '../../frame/approval/h.js'
import { runCeremony } from '../../frame/passkey/runCeremony.js'
import type { CallNode } from '../../frame/requests/node.js'
import type { CallVault } from '../../frame/session/client.js'
import type { NetworkOwners, OwnedAccount, SelfCustodyState } from '../../protocol/account.js'
import type { FrameNetwork } from '../../protocol/network.js'
import type { PasskeyResponse } from '../../protocol/passkey.js'
import type { PasskeyKey } from '../../signing/smart/passkeyOwner.js'
import { createButton, createForm } from '../elements.js'
import { list, say, words } from '../texts.js'
import type { ChangeOwnersOptions, OwnerSigner, OwnersError } from './changeOwners.js'

/** What changes owners, in a script of its own that only its users load. */
export type OwnersScript = typeof import('./owners.js')

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

type OwnPasskey = SelfCustodyState['passkeys'][number]

/** Who owns a smart account in self-custody on each network, and how that is changed: by one of its passkeys or its recovery code. */
export function createOwners(options: OwnersOptions): readonly Node[] {
  const { state, account, tools } = options
  const place = h('div')
  const owners = tools.networks.map((network) => getOwners(account, network))
  const rows = state.passkeys.map((passkey) => createOwnerRow(options, { passkey, owners, place }))
  const isComplete = owners.every(({ passkeys }) => passkeys.some((id) => state.passkeys.some((one) => one.id === id)))
  return [
    h('h3', {}, words.owners.title),
    ...(isComplete ? [] : [h('p', { role: 'status' }, words.owners.incomplete)]),
    h('ul', { 'aria-label': words.owners.title }, ...rows, account.recovery ? createCodeRow(options, place) : null),
    place,
  ]
}

/** Who owns the account on a network: if nobody has changed that, who it was created with. */
function getOwners(
  { networks, passkey, recovery }: OwnedAccount,
  { caipNetworkId: chain }: FrameNetwork,
): NetworkOwners {
  const changed = networks.find((one) => one.chain === chain)
  return changed ?? { chain, passkeys: [passkey], hasRecovery: recovery !== undefined }
}

type OwnerRow = {
  readonly passkey: OwnPasskey
  /** By network, in the order of the page's. */
  readonly owners: readonly NetworkOwners[]
  readonly place: HTMLElement
}

function createOwnerRow(options: OwnersOptions, { passkey, owners, place }: OwnerRow): HTMLElement {
  const { networks } = options.tools
  const isOwner = (index: number): boolean => owners[index]?.passkeys.includes(passkey.id) === true
  const owned = networks.filter((_, index) => isOwner(index))
  const missing = networks.filter((_, index) => !isOwner(index))
  // one that another passkey can take over from
  const removable = owned.filter(({ caipNetworkId }) => {
    const own = owners.find(({ chain }) => chain === caipNetworkId)?.passkeys ?? []
    return own.some((id) => id !== passkey.id && options.state.passkeys.some((one) => one.id === id))
  })
  const names = list(owned.map(({ name }) => name))
  const status =
    missing.length === 0
      ? words.owners.everywhere
      : owned.length === 0
        ? words.owners.nowhere
        : say(words.owners.only, { networks: names })
  const add = createButton(words.owners.makeOwner, () => addOwner(options, { passkey, networks: missing, place }), {
    tone: 'quiet',
  })
  const remove = createButton(
    words.owners.removeOwner,
    () => removeOwner(options, { passkey, networks: removable, place }),
    { tone: 'quiet' },
  )
  const actions = h('div', { class: 'choices' }, missing.length > 0 && add, removable.length > 0 && remove)
  return h('li', {}, h('span', {}, h('bdi', {}, passkey.name)), h('small', {}, status), actions)
}

function createCodeRow(options: OwnersOptions, place: HTMLElement): HTMLElement {
  const use = createButton(words.owners.recover, () => place.replaceChildren(...createRecoverForm(options, place)), {
    tone: 'quiet',
  })
  const actions = h('div', { class: 'choices' }, use)
  return h('li', {}, h('span', {}, words.selfCustody.codeName), h('small', {}, words.owners.code), actions)
}

type OwnerChange = {
  readonly passkey: OwnPasskey
  readonly networks: readonly FrameNetwork[]
  readonly place: HTMLElement
}

async function addOwner(options: OwnersOptions, { passkey, networks, place }: OwnerChange): Promise<void> {
  const script = await options.tools.load()
  await prove(script, passkey)
  const work = (network: FrameNetwork): Promise<void> =>
    change(options, {
      ...{ network, script, passkeys: [passkey.key], signer: signWith(options, () => true) },
      isDone: (owners) => owners.includes(passkey.id),
    })
  const lead = say(words.owners.add, { passkey: passkey.name })
  show(options, { place, networks, work, lead, button: (network) => say(words.owners.addOn, { network }) })
}

async function removeOwner(options: OwnersOptions, { passkey, networks, place }: OwnerChange): Promise<void> {
  const script = await options.tools.load()
  const work = (network: FrameNetwork): Promise<void> =>
    change(options, {
      ...{ network, script, passkeys: [], removes: [passkey.key] },
      // what remains can sign: it has just done so
      signer: signWith(options, ({ id }) => id !== passkey.id),
      isDone: (owners) => !owners.includes(passkey.id),
    })
  const lead = say(words.owners.remove, { passkey: passkey.name })
  show(options, { place, networks, work, lead, button: (network) => say(words.owners.removeOn, { network }) })
}

function createRecoverForm(options: OwnersOptions, place: HTMLElement): readonly Node[] {
  const { state, account, tools } = options
  const choice = h('select')
  choice.append(
    ...state.passkeys
      .toSorted((one) => (one.id === account.passkey ? 1 : -1))
      .map(({ id, name }) => {
        const option = h('option', {}, name)
        option.value = id
        return option
      }),
  )
  const onSubmit = async (typed: string): Promise<void> => {
    const passkey = state.passkeys.find(({ id }) => id === choice.value)
    if (!passkey) throw new Error(words.owners.noPasskey)
    if (!parsePrintedCode(typed)) throw new Error(words.seal.badCode)
    const script = await tools.load()
    const code = await script.toRecoveryKey(typed)
    if (code.address !== account.recovery) throw new Error(words.owners.otherCode)
    await prove(script, passkey)
    const work = (network: FrameNetwork): Promise<void> =>
      change(options, {
        ...{ network, script, passkeys: [passkey.key], removes: 'others', signer: { code } },
        isDone: (owners) => owners.join() === passkey.id,
      })
    const { networks } = tools
    const lead = say(words.owners.recovering, { passkey: passkey.name })
    show(options, { place, networks, work, lead, button: () => words.common.tryAgain, isAtOnce: true })
  }
  return [
    h('p', {}, words.owners.recoverLead),
    h('label', {}, h('span', {}, words.owners.recoverChoice), choice),
    createForm({ label: words.owners.recoverField, type: 'text', button: words.owners.recoverButton, onSubmit }),
  ]
}

type Change = Pick<ChangeOwnersOptions, 'network' | 'passkeys' | 'removes' | 'signer'> & {
  readonly script: OwnersScript
  /** Whether custody knows of the change. `owners`: ids of passkeys. */
  readonly isDone: (owners: readonly string[]) => boolean
}

/** Changes the owners on one network, and has custody read them there. It can be repeated, whatever of it was done. */
async function change(
  { call, account, tools: { callNode, now } }: OwnersOptions,
  { script, isDone, ...wanted }: Change,
): Promise<void> {
  const { caipNetworkId: chain } = wanted.network
  // first, as custody has to know the network: else nobody could use the account there afterwards
  await call('selfCustody.read', { chain })
  const { signal } = new AbortController()
  await script.changeOwners({ ...wanted, origin: account, callNode, now, wait, signal })
  for (let left = 5; ; left--) {
    const { passkeys: owners } = await call('selfCustody.read', { chain })
    if (isDone(owners)) return
    if (left === 0) throw new Error(words.owners.behind)
    // custody's node may be behind
    await wait(2_000)
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, ms))
}

/** Has a passkey sign at random, on this device: custody's word alone doesn't make a key the user's. */
async function prove(script: OwnersScript, { credential, key }: OwnPasskey): Promise<void> {
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
function signWith({ state }: OwnersOptions, isWanted: (passkey: OwnPasskey) => boolean): OwnerSigner {
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

/** A change that has to be done on each network: what is done, what isn't, and why. */
function show(
  { account, refresh }: OwnersOptions,
  { place, networks, work, lead, button, isAtOnce = false }: Shown,
): void {
  const rows = networks.map((network) => {
    const status = h('small', { role: 'status' }, words.owners.pending)
    const act = async (): Promise<void> => {
      status.replaceChildren(words.owners.changing)
      try {
        await work(network)
      } catch (cause) {
        status.replaceChildren(words.owners.pending)
        throw toLocal(cause, { network, account })
      }
      status.replaceChildren(words.owners.changed)
      control.remove()
    }
    const control = createButton(button(network.name), act, { tone: 'quiet' })
    return { control, element: h('li', {}, h('span', {}, network.name), status, control) }
  })
  const done = createButton(words.owners.done, () => refresh())
  place.replaceChildren(
    h('p', {}, lead),
    h('ul', { 'aria-label': words.owners.networks }, ...rows.map(({ element }) => element)),
    done,
  )
  if (isAtOnce) for (const { control } of rows) control.querySelector('button')?.click()
}

/** The page's own text for what the script has thrown; an error of the network is shown as it is. */
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
