import { parsePrintedCode } from '../../encoding/printedCode.js'
import { h } from '../../frame/approval/h.js'
import type { NetworkOwners } from '../../protocol/account.js'
import type { FrameNetwork } from '../../protocol/network.js'
import { list, say } from '../../words/say.js'
import { createButton, createForm } from '../elements.js'
import { words } from '../texts.js'
import { createGuardians } from './guardiansView.js'
import {
  change,
  createChoice,
  getOwners,
  type OwnersOptions,
  type OwnPasskey,
  prove,
  show,
  signWith,
} from './ownerChanges.js'

/** Shows the owners of a smart account in self-custody on each network. A passkey of it or its recovery code can change them. */
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
    ...createGuardians(options),
  ]
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
      ...{ network, signer: signWith(options) },
      run: (own) => script.changeOwners({ ...own, passkeys: [passkey.key] }),
      isDone: ({ passkeys }) => passkeys.includes(passkey.id),
    })
  const lead = say(words.owners.add, { passkey: passkey.name })
  show(options, { place, networks, work, lead, button: (network) => say(words.owners.addOn, { network }) })
}

async function removeOwner(options: OwnersOptions, { passkey, networks, place }: OwnerChange): Promise<void> {
  const script = await options.tools.load()
  const work = (network: FrameNetwork): Promise<void> =>
    change(options, {
      network,
      // a remaining owner must be able to sign: it signs this change
      signer: signWith(options, ({ id }) => id !== passkey.id),
      run: (own) => script.changeOwners({ ...own, passkeys: [], removes: [passkey.key] }),
      isDone: ({ passkeys }) => !passkeys.includes(passkey.id),
    })
  const lead = say(words.owners.remove, { passkey: passkey.name })
  show(options, { place, networks, work, lead, button: (network) => say(words.owners.removeOn, { network }) })
}

function createRecoverForm(options: OwnersOptions, place: HTMLElement): readonly Node[] {
  const { account, tools } = options
  const { choice, getChosen } = createChoice(options)
  const onSubmit = async (typed: string): Promise<void> => {
    const passkey = getChosen()
    if (!parsePrintedCode(typed)) throw new Error(words.seal.badCode)
    const script = await tools.load()
    const code = await script.toRecoveryKey(typed)
    if (code.address !== account.recovery) throw new Error(words.owners.otherCode)
    await prove(script, passkey)
    const work = (network: FrameNetwork): Promise<void> =>
      change(options, {
        ...{ network, signer: { code } },
        run: (own) => script.changeOwners({ ...own, passkeys: [passkey.key], removes: 'others' }),
        isDone: ({ passkeys }) => passkeys.join() === passkey.id,
      })
    const { networks } = tools
    const lead = say(words.owners.recovering, { passkey: passkey.name })
    show(options, { place, networks, work, lead, button: () => words.common.tryAgain, isAtOnce: true })
  }
  return [
    h('p', {}, words.owners.recoverLead),
    choice,
    createForm({ label: words.owners.recoverField, type: 'text', button: words.owners.recoverButton, onSubmit }),
  ]
}
