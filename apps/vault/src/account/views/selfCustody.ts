import { h } from '../../frame/approval/h.js'
import { runCeremony } from '../../frame/passkey/runCeremony.js'
import type { CallVault } from '../../frame/session/client.js'
import type { SelfCustodyState } from '../../protocol/account.js'
import { createButton, createSection } from '../elements.js'
import { sayWith, toTime, words } from '../texts.js'
import type { Confirm } from './confirm.js'

export type SelfCustodyOptions = {
  /** Asks for the second factor by itself. */
  readonly call: CallVault
  readonly state: SelfCustodyState
  readonly confirm: Confirm
  readonly refresh: (notice?: string) => Promise<void>
}

/** Who owns the smart account: the wallet service's key, or a passkey of the user. */
export function createSelfCustody(options: SelfCustodyOptions): HTMLElement {
  const place = h('div')
  const parts = options.state.current ? createOwned(options, place) : createOffer(options, place)
  return createSection({ title: words.selfCustody.title, icon: 'passkey' }, ...parts, place)
}

function createOwned({ call, state, confirm, refresh }: SelfCustodyOptions, place: HTMLElement): readonly Node[] {
  const { passkeys, current } = state
  const owner = passkeys.find(({ id }) => id === current?.passkey)
  const end = createButton(
    words.selfCustody.turnOff,
    () =>
      confirm({
        purpose: 'custody',
        place,
        onProof: async (code) => {
          await call('selfCustody.end', { code })
          await refresh(words.selfCustody.off)
        },
      }),
    { tone: 'quiet' },
  )
  const passkey = h('bdi', {}, owner?.name ?? '')
  const time = document.createTextNode(toTime(current?.since ?? 0))
  return [
    h('p', {}, ...sayWith(words.selfCustody.owned, { passkey, time })),
    h(
      'ul',
      { class: 'facts' },
      h('li', {}, words.selfCustody.ownedFact),
      h('li', {}, owner?.isSynced ? words.selfCustody.synced : words.selfCustody.notSynced),
      h('li', {}, words.selfCustody.others),
      h('li', {}, words.selfCustody.offFact),
    ),
    end,
  ]
}

function createOffer(options: SelfCustodyOptions, place: HTMLElement): readonly Node[] {
  const { passkeys, isOffered } = options.state
  const former = passkeys
    .filter(({ wasUsed }) => wasUsed)
    .map(({ name, smartAccount }) =>
      h(
        'p',
        { role: 'status' },
        ...sayWith(words.selfCustody.former, {
          passkey: h('bdi', {}, name),
          address: h('code', { dir: 'ltr' }, smartAccount),
        }),
      ),
    )
  if (!isOffered) return former
  return [
    h('p', {}, words.selfCustody.lead),
    h(
      'ul',
      { class: 'facts' },
      h('li', {}, words.selfCustody.safeFact),
      h('li', {}, words.selfCustody.addressFact),
      h('li', {}, words.selfCustody.lossFact),
      h('li', {}, words.selfCustody.others),
      h('li', {}, words.selfCustody.permissionFact),
    ),
    ...former,
    ...(passkeys.length === 0 ? [h('p', {}, words.selfCustody.needsPasskey)] : createTurnOn(options, place)),
  ]
}

function createTurnOn({ call, state, confirm, refresh }: SelfCustodyOptions, place: HTMLElement): readonly Node[] {
  const choice = h('select')
  choice.append(
    ...state.passkeys.map(({ id, name }) => {
      const option = h('option', {}, name)
      option.value = id
      return option
    }),
  )
  const facts = h('p')
  const show = (): void => {
    const chosen = state.passkeys.find(({ id }) => id === choice.value)
    const address = h('code', { dir: 'ltr' }, chosen?.smartAccount ?? '')
    const about = chosen?.isSynced ? words.selfCustody.synced : words.selfCustody.notSynced
    facts.replaceChildren(...sayWith(words.selfCustody.newAddress, { address }), ' ', about)
  }
  choice.addEventListener('change', show)
  show()
  const tick = h('input', { type: 'checkbox' })
  const start = createButton(
    words.selfCustody.turnOn,
    async () => {
      if (!tick.checked) throw new Error(words.selfCustody.riskFirst)
      await confirm({
        purpose: 'custody',
        place,
        onProof: async (code) => {
          const { options } = await call('selfCustody.start', { passkey: choice.value, code })
          await call('selfCustody.finish', { response: await runCeremony({ options }) })
          await refresh(words.selfCustody.on)
        },
      })
    },
    { tone: 'plain' },
  )
  return [
    h('label', {}, h('span', {}, words.selfCustody.choice), choice),
    facts,
    h('div', { class: 'choice' }, h('label', {}, tick, h('span', {}, words.selfCustody.risk))),
    start,
  ]
}
