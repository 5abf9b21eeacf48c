import { parsePrintedCode } from '../../encoding/printedCode.js'
import { h } from '../../frame/approval/h.js'
import { runCeremony } from '../../frame/passkey/runCeremony.js'
import type { CallVault } from '../../frame/session/client.js'
import type { OwnedAccount, SelfCustodyState } from '../../protocol/account.js'
import { say, sayWith, toTime } from '../../words/say.js'
import { createButton, createForm, createSecret, createSection } from '../elements.js'
import { assertOwn, type OwnersTools } from '../owners/ownerChanges.js'
import { createOwners } from '../owners/ownersView.js'
import { words } from '../texts.js'
import type { Confirm } from './confirm.js'

export type SelfCustodyOptions = {
  /** Asks for the second factor by itself. */
  readonly call: CallVault
  readonly state: SelfCustodyState
  readonly tools: OwnersTools
  readonly confirm: Confirm
  readonly refresh: (notice?: string) => Promise<void>
}

/** Shows whether the wallet service's key or a passkey of the user owns the smart account. */
export function createSelfCustody(options: SelfCustodyOptions): HTMLElement {
  const place = h('div')
  const { current } = options.state
  const parts = current ? createOwned(options, { account: current, place }) : createOffer(options, place)
  const section = createSection({ title: words.selfCustody.title, icon: 'passkey' }, ...parts, place)
  // apps that require it link to it
  section.id = 'self-custody'
  return section
}

function createOwned(
  options: SelfCustodyOptions,
  { account, place }: { readonly account: OwnedAccount; readonly place: HTMLElement },
): readonly Node[] {
  const { call, state, confirm, refresh } = options
  const { isRequired } = state
  const owner = state.passkeys.find(({ id }) => id === account.passkey)
  const lost = account.recovery ? words.selfCustody.notSyncedWithCode : words.selfCustody.notSynced
  const replace = createButton(words.selfCustody.replace, () => showReplacement(options, { account, place }), {
    tone: 'quiet',
  })
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
  return [
    h('p', {}, say(words.selfCustody.owned, { time: toTime(account.since) })),
    h(
      'ul',
      { class: 'facts' },
      h('li', {}, words.selfCustody.ownedFact),
      owner && h('li', {}, owner.isSynced ? words.selfCustody.synced : lost),
      h('li', {}, isRequired ? words.selfCustody.othersRequired : words.selfCustody.others),
      !isRequired && h('li', {}, words.selfCustody.offFact),
    ),
    ...createOwners({ ...options, account }),
    isRequired ? replace : end,
  ]
}

/** Another account instead of the one in use, where the app doesn't let the user turn it off. */
function showReplacement(
  options: SelfCustodyOptions,
  { account, place }: { readonly account: OwnedAccount; readonly place: HTMLElement },
): void {
  const passkeys = options.state.passkeys.filter(({ id }) => id !== account.passkey)
  const next = h('div')
  const others = { ...options, state: { ...options.state, passkeys } }
  const parts = passkeys.length === 0 ? [h('p', {}, words.selfCustody.needsPasskey)] : createTurnOn(others, next)
  place.replaceChildren(h('p', {}, words.selfCustody.replaceLead), ...parts, next)
}

function createOffer(options: SelfCustodyOptions, place: HTMLElement): readonly Node[] {
  const { passkeys, isOffered, isRequired } = options.state
  const former = passkeys
    .filter(({ smartAccount }) => smartAccount !== undefined)
    .map(({ name, smartAccount = '' }) =>
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
    h('p', {}, isRequired ? words.selfCustody.required : words.selfCustody.lead),
    h(
      'ul',
      { class: 'facts' },
      h('li', {}, words.selfCustody.safeFact),
      h('li', {}, words.selfCustody.addressFact),
      h('li', {}, words.selfCustody.lossFact),
      h('li', {}, isRequired ? words.selfCustody.othersRequired : words.selfCustody.others),
      h('li', {}, words.selfCustody.permissionFact),
    ),
    ...former,
    ...(passkeys.length === 0 ? [h('p', {}, words.selfCustody.needsPasskey)] : createTurnOn(options, place)),
  ]
}

function createTurnOn(options: SelfCustodyOptions, place: HTMLElement): readonly Node[] {
  const { state, confirm } = options
  const choice = h('select')
  choice.append(
    ...state.passkeys.map(({ id, name }) => {
      const option = h('option', {}, name)
      option.value = id
      return option
    }),
  )
  const facts = h('p')
  const getChosen = (): OwnPasskey | undefined => state.passkeys.find(({ id }) => id === choice.value)
  const show = (): void => {
    const { smartAccount, isSynced } = getChosen() ?? {}
    const address = h('code', { dir: 'ltr' }, smartAccount ?? '')
    const former = smartAccount === undefined ? [] : [...sayWith(words.selfCustody.formerAddress, { address }), ' ']
    facts.replaceChildren(...former, isSynced ? words.selfCustody.synced : words.selfCustody.notSyncedWithCode)
  }
  choice.addEventListener('change', show)
  show()
  const tick = h('input', { type: 'checkbox' })
  const start = createButton(
    words.selfCustody.turnOn,
    async () => {
      const passkey = getChosen()
      if (!tick.checked || !passkey) throw new Error(words.selfCustody.riskFirst)
      await confirm({ purpose: 'custody', place, onProof: (code) => turnOn(options, { place, passkey, code }) })
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

type OwnPasskey = SelfCustodyState['passkeys'][number]

type TurnOn = { readonly place: HTMLElement; readonly passkey: OwnPasskey; readonly code: string | undefined }

/** Turns self-custody on: with the account that the passkey owned before, or with a new one and its recovery code. */
async function turnOn(options: SelfCustodyOptions, { place, passkey, code }: TurnOn): Promise<void> {
  const { call, tools, refresh } = options
  const script = await tools.load()
  const finish = async (recovery: { readonly recovery?: `0x${string}` } = {}): Promise<void> => {
    const { options: asked } = await call('selfCustody.start', { passkey: passkey.id, code, ...recovery })
    const response = await runCeremony({ options: asked })
    // custody names the key: this page has seen for itself that the user's device has it
    assertOwn(script, passkey.key, { challenge: asked.challenge, response })
    const { smartAccount } = await call('selfCustody.finish', { response, ...recovery })
    const expected = passkey.smartAccount ?? script.toSelfCustodialAddress({ first: passkey.key, ...recovery })
    if (smartAccount !== expected) throw new Error(words.selfCustody.addressOther)
    await refresh(words.selfCustody.on)
  }
  if (passkey.smartAccount !== undefined) return finish()
  const printed = script.createRecoveryCode()
  const { address: recovery } = await script.toRecoveryKey(printed)
  const form = createForm({
    label: words.selfCustody.codeField,
    type: 'text',
    button: words.selfCustody.codeButton,
    onSubmit: async (typed) => {
      if (!parsePrintedCode(typed)) throw new Error(words.seal.badCode)
      if ((await script.toRecoveryKey(typed)).address !== recovery) throw new Error(words.selfCustody.codeOther)
      await finish({ recovery })
    },
  })
  const secret = createSecret(printed, { name: words.selfCustody.codeName })
  place.replaceChildren(h('p', {}, words.selfCustody.codeNote), secret, form)
}
