import { toBase64url } from '../../encoding/base64url.js'
import { h } from '../../frame/approval/h.js'
import type { NetworkGuardians } from '../../protocol/account.js'
import type { FrameNetwork } from '../../protocol/network.js'
import { list, say, toTime } from '../../words/say.js'
import { copyText, createButton } from '../elements.js'
import { words } from '../texts.js'
import { change, createChoice, getOwners, type OwnersOptions, prove, show, signWith } from './ownerChanges.js'

/** Seconds. */
const day = 86_400

/** Shows the guardians of an account on each network, and their requests. */
export function createGuardians(options: OwnersOptions): readonly Node[] {
  const { account, tools } = options
  const place = h('div')
  const guarded = tools.networks.flatMap((network) => {
    const { guardians } = getOwners(account, network)
    return guardians ? [{ network, guardians }] : []
  })
  const waiting = guarded.filter(({ guardians }) => guardians.dueAt !== undefined)
  const [first] = guarded
  const setUp = createButton(
    words.guardians.setUp,
    () => place.replaceChildren(createForm(options, { place, guardians: first?.guardians })),
    { tone: 'quiet' },
  )
  const remove = createButton(
    words.guardians.remove,
    () => setGuardians(options, { place, networks: guarded.map(({ network }) => network), wanted: undefined }),
    { tone: 'quiet' },
  )
  const ask = createButton(words.guardians.ask, () => place.replaceChildren(...createRequest(options, place)), {
    tone: 'quiet',
  })
  return [
    h('h3', {}, words.guardians.title),
    h('p', {}, words.guardians.lead),
    ...waiting.map((one) => createWaiting(options, { ...one, place })),
    h('ul', { 'aria-label': words.guardians.title }, ...guarded.map(createState)),
    h('div', { class: 'choices' }, setUp, first ? remove : null, first ? ask : null),
    place,
  ]
}

type Guarded = { readonly network: FrameNetwork; readonly guardians: NetworkGuardians }

function createState({ network, guardians: { addresses, threshold, delay } }: Guarded): HTMLElement {
  const terms = { threshold: String(threshold), count: String(addresses.length), days: String(delay / day) }
  const text = say(words.guardians.state, terms)
  const lines = addresses.map((address) => h('code', { dir: 'ltr' }, address))
  return h('li', {}, h('span', {}, network.name), h('small', {}, text), ...lines)
}

/** Shows the guardians' request, which the owner can cancel. */
function createWaiting(
  options: OwnersOptions,
  { network, guardians, place }: Guarded & { readonly place: HTMLElement },
): HTMLElement {
  const text = say(words.guardians.requested, { network: network.name, time: toTime(guardians.dueAt ?? 0) })
  const cancel = createButton(words.guardians.cancel, async () => {
    const script = await options.tools.load()
    const work = (one: FrameNetwork): Promise<void> =>
      change(options, {
        ...{ network: one, signer: signWith(options) },
        run: script.cancelRequest,
        isDone: (state) => state.guardians?.dueAt === undefined,
      })
    const lead = words.guardians.confirm
    const button = (name: string): string => say(words.guardians.cancelOn, { network: name })
    show(options, { place, networks: [network], work, lead, button })
  })
  // it may be over by now
  const look = createButton(
    words.guardian.again,
    async () => {
      await options.call('selfCustody.read', { chain: network.caipNetworkId })
      await options.refresh()
    },
    { tone: 'quiet' },
  )
  return h('div', {}, h('p', { role: 'status' }, text), h('div', { class: 'choices' }, cancel, look))
}

type Wanted = {
  readonly place: HTMLElement
  readonly networks: readonly FrameNetwork[]
  /** Undefined: none. */
  readonly wanted: Omit<NetworkGuardians, 'dueAt'> | undefined
}

async function setGuardians(options: OwnersOptions, { place, networks, wanted }: Wanted): Promise<void> {
  const script = await options.tools.load()
  const work = (network: FrameNetwork): Promise<void> =>
    change(options, {
      ...{ network, signer: signWith(options) },
      run: (own) => script.changeGuardians(own, wanted),
      isDone: ({ guardians }) => toKey(guardians) === toKey(wanted),
    })
  const button = (network: string): string => say(wanted ? words.guardians.setUpOn : words.owners.removeOn, { network })
  show(options, { place, networks, work, lead: words.guardians.confirm, button })
}

function toKey(guardians: Wanted['wanted']): string {
  if (!guardians) return ''
  const { addresses, threshold, delay } = guardians
  return [...addresses.map((one) => one.toLowerCase()).toSorted(), threshold, delay].join()
}

type FormOptions = { readonly place: HTMLElement; readonly guardians: NetworkGuardians | undefined }

function createForm(options: OwnersOptions, { place, guardians }: FormOptions): HTMLElement {
  const addresses = h('textarea', { dir: 'ltr' })
  addresses.rows = 4
  addresses.spellcheck = false
  addresses.value = guardians?.addresses.join('\n') ?? ''
  const threshold = createNumber(guardians?.threshold ?? 2)
  const days = createNumber(guardians ? guardians.delay / day : 7)
  const submit = createButton(words.guardians.submit, async () => {
    const lines = addresses.value.split(/[\s,;]+/).filter((line) => line !== '')
    const wanted = {
      addresses: lines as `0x${string}`[],
      threshold: Number(threshold.value),
      delay: Number(days.value) * day,
    }
    const script = await options.tools.load()
    try {
      script.assertGuardians(wanted, options.account.address as `0x${string}`)
    } catch (cause) {
      throw new Error(words.guardians.invalid, { cause })
    }
    return setGuardians(options, { place, networks: options.tools.networks, wanted })
  })
  const label = (text: string, field: HTMLElement): HTMLElement => h('label', {}, h('span', {}, text), field)
  return h(
    'div',
    { class: 'fields' },
    label(words.guardians.addresses, addresses),
    label(words.guardians.threshold, threshold),
    label(words.guardians.days, days),
    submit,
  )
}

function createNumber(value: number): HTMLInputElement {
  const input = h('input', { type: 'text', dir: 'ltr' })
  input.inputMode = 'numeric'
  input.value = String(value)
  return input
}

/** A link for the guardians: it names the account and the passkey that takes over, and nothing secret. */
function createRequest(options: OwnersOptions, place: HTMLElement): readonly Node[] {
  const { account, tools } = options
  const { choice, getChosen } = createChoice(options)
  const submit = createButton(words.guardians.createLink, async () => {
    const passkey = getChosen()
    const script = await tools.load()
    await prove(script, passkey)
    const { address, recovery } = account
    const request = JSON.stringify({ account: address, ...passkey.key, ...(recovery && { recovery }) })
    const link = `${window.location.origin}/guardian#${toBase64url(new TextEncoder().encode(request))}`
    const owner = h('code', { dir: 'ltr' }, script.toSignerAddress(passkey.key))
    place.replaceChildren(
      h('p', {}, words.guardians.askLead),
      h('code', { dir: 'ltr', 'aria-label': words.guardians.link }, link),
      createButton(words.common.copy, () => copyText(link), { tone: 'quiet', icon: 'copy' }),
      h('p', {}, words.guardians.compare),
      owner,
    )
  })
  const names = list(tools.networks.filter((one) => getOwners(account, one).guardians).map(({ name }) => name))
  return [h('p', {}, say(words.guardians.askFirst, { networks: names })), choice, submit]
}
