import { h } from '../../frame/approval/h.js'
import { runCeremony } from '../../frame/passkey/runCeremony.js'
import type { CallVault } from '../../frame/session/client.js'
import type { SelfCustodyState } from '../../protocol/account.js'
import { createButton, createSection, toTime } from '../elements.js'
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
  return createSection('Self-custody', ...parts, place)
}

function createOwned({ call, state, confirm, refresh }: SelfCustodyOptions, place: HTMLElement): readonly Node[] {
  const { passkeys, current } = state
  const owner = passkeys.find(({ id }) => id === current?.passkey)
  const end = createButton(
    'Turn off self-custody',
    () =>
      confirm({
        purpose: 'custody',
        place,
        onProof: async (code) => {
          await call('selfCustody.end', { code })
          await refresh('Self-custody is off. Your wallet uses its former smart account again. Reload your apps.')
        },
      }),
    { tone: 'quiet' },
  )
  const name = h('bdi', {}, owner?.name ?? '')
  return [
    h('p', {}, 'Your passkey ', name, ` has owned your smart account since ${toTime(current?.since ?? 0)}.`),
    h(
      'ul',
      { class: 'facts' },
      h('li', {}, 'Nothing leaves the account without this passkey. The wallet service can’t sign for it.'),
      h('li', {}, owner?.isSynced ? synced : notSynced),
      h('li', {}, others),
      h('li', {}, 'If you turn it off, this account keeps what is in it, and this passkey still owns it.'),
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
        h('bdi', {}, name),
        ' still owns ',
        h('code', { dir: 'ltr' }, smartAccount),
        '. Don’t remove this passkey while anything is in that account.',
      ),
    )
  if (!isOffered) return former
  const lead =
    'The wallet service signs for your smart account (EVM). With self-custody, a passkey of yours owns it instead.'
  return [
    h('p', {}, lead),
    h(
      'ul',
      { class: 'facts' },
      h('li', {}, 'Nothing leaves the account without your passkey, even if the wallet service is broken into.'),
      h('li', {}, 'It gets a new address. What is at the current one stays there: send it over before or after.'),
      h('li', {}, 'If you lose the passkey, what is in the account is lost. Nobody can restore it.'),
      h('li', {}, others),
      h('li', {}, 'Apps can’t get permissions to spend from it without asking you.'),
    ),
    ...former,
    ...(passkeys.length === 0
      ? [h('p', {}, 'You need a passkey for this. Add one under Logins first.')]
      : createTurnOn(options, place)),
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
    facts.replaceChildren('The new address: ', address, `. ${chosen?.isSynced ? synced : notSynced}`)
  }
  choice.addEventListener('change', show)
  show()
  const tick = h('input', { type: 'checkbox' })
  const risk = 'I understand that nobody can restore this account if I lose this passkey.'
  const start = createButton('Turn on self-custody', async () => {
    if (!tick.checked) throw new Error('Confirm first that you know what losing the passkey means.')
    await confirm({
      purpose: 'custody',
      place,
      onProof: async (code) => {
        const { options } = await call('selfCustody.start', { passkey: choice.value, code })
        await call('selfCustody.finish', { response: await runCeremony({ options }) })
        await refresh('Your passkey owns your smart account now. Reload your apps: its address is new.')
      },
    })
  })
  return [
    h('label', {}, h('span', {}, 'The passkey that will own it'), choice),
    facts,
    h('div', { class: 'choice' }, h('label', {}, tick, h('span', {}, risk))),
    start,
  ]
}

const synced = 'Your password manager keeps a copy of this passkey, so it survives the loss of a device.'

const notSynced = 'This passkey is on one device only. If you lose that device, you lose the account.'

const others = 'Your standard account (EVM) and your Solana account don’t change: the wallet service signs for them.'
