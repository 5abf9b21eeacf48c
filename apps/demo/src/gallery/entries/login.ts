import { connect } from '@latchkey/core/controllers/connection'
import { startEmailLogin, startFarcaster, startPasskeyLogin, startSocialLogin } from '@latchkey/core/controllers/login'
import { startPhoneLogin } from '@latchkey/core/controllers/phone'
import { push } from '@latchkey/core/controllers/shell'
import {
  EmailCooldownError,
  FarcasterFailedError,
  FrameLoadFailedError,
  InvalidCodeError,
  InvalidPhoneError,
  PasskeyCanceledError,
  PasskeyExpiredError,
  PasskeyUnknownError,
  PasskeyUnsupportedError,
  PopupBlockedError,
  PopupClosedError,
  SmsFailedError,
  SocialFailedError,
  WalletFrozenError,
} from '@latchkey/core/plugin'
import type { Entries, EntriesOf } from '../entry.js'
import { longTexts } from '../fixtures.js'
import { isConnected } from '../user.js'
import type { World, WorldOptions } from '../world.js'

const world = { isEmbedded: true, isPairing: true } as const satisfies WorldOptions

const passkeyWorld = { ...world, options: { features: { passkey: true } } } as const satisfies WorldOptions

const email = 'ada@example.org'

/** Waits until the wallet receives the request of this step. */
const untilAsked = ({ login, user }: World, step: string): Promise<void> =>
  user.until(`the request "${step}"`, () => login.calls.some((call) => call.step === step))

/** Logs in by email up to the step that the wallet answers with. */
async function logIn(world: World, action: 'VERIFY_DEVICE' | 'VERIFY_OTP', address = email): Promise<void> {
  await world.modal.open({ view: 'Connect' })
  void startEmailLogin(world.modal, { email: address })
  await untilAsked(world, 'login')
  world.login.answer('login', action)
}

/** Types a code, which is submitted automatically, and waits until the wallet receives it. */
async function typeCode(
  world: World,
  step: 'verify' | 'verifyPhone' | 'verifyPrimary' | 'verifySecondary',
): Promise<void> {
  await world.user.type('123456', 'input[autocomplete=one-time-code]')
  await untilAsked(world, step)
}

export const emailEntries: EntriesOf<'EmailLogin' | 'EmailVerifyDevice' | 'EmailVerifyOtp'> = {
  EmailLogin: [
    {
      id: 'empty',
      name: 'Empty',
      world,
      show: ({ modal }) => modal.open({ view: 'EmailLogin' }),
      looks: ['dark', 'rtl', 'phone'],
    },
    {
      id: 'filled',
      name: 'Filled in',
      world,
      show: ({ modal }) => modal.open({ view: 'EmailLogin', arguments: { email } }),
    },
    {
      id: 'cooldown',
      name: 'Too soon for another email',
      world,
      async show(world) {
        await world.modal.open({ view: 'EmailLogin' })
        void startEmailLogin(world.modal, { email })
        await untilAsked(world, 'login')
        world.login.fail('login', new EmailCooldownError({ retryAfter: 24 }))
      },
    },
    {
      id: 'unreachable',
      name: 'Wallet unreachable',
      world,
      async show(world) {
        await world.modal.open({ view: 'EmailLogin' })
        void startEmailLogin(world.modal, { email })
        await untilAsked(world, 'login')
        world.login.fail('login', new FrameLoadFailedError())
      },
    },
    {
      id: 'long',
      name: 'Long address',
      world,
      show: ({ modal }) => modal.open({ view: 'EmailLogin', arguments: { email: longTexts.email } }),
      looks: ['phone'],
    },
  ],
  EmailVerifyDevice: [
    {
      id: 'waiting',
      name: 'Waiting for the link',
      world,
      show: (world) => logIn(world, 'VERIFY_DEVICE'),
      looks: ['dark', 'rtl', 'phone', 'long'],
    },
    {
      id: 'failed',
      name: 'Wallet unreachable',
      world,
      async show(world) {
        await logIn(world, 'VERIFY_DEVICE')
        await untilAsked(world, 'approveDevice')
        world.login.fail('approveDevice', new FrameLoadFailedError())
      },
    },
    {
      id: 'ended',
      name: 'No login in progress',
      world,
      show: ({ modal }) => modal.open({ view: 'EmailVerifyDevice' }),
    },
    {
      id: 'long',
      name: 'Long address',
      world,
      show: (world) => logIn(world, 'VERIFY_DEVICE', longTexts.email),
      looks: ['phone'],
    },
  ],
  EmailVerifyOtp: [
    {
      id: 'typing',
      name: 'Waiting for the code',
      world,
      show: (world) => logIn(world, 'VERIFY_OTP'),
      looks: ['dark', 'rtl', 'phone', 'long'],
    },
    {
      id: 'checking',
      name: 'Code being checked',
      world,
      isBusy: true,
      async show(world) {
        await logIn(world, 'VERIFY_OTP')
        await typeCode(world, 'verify')
      },
    },
    {
      id: 'wrong',
      name: 'Wrong code',
      world,
      async show(world) {
        await logIn(world, 'VERIFY_OTP')
        await typeCode(world, 'verify')
        world.login.fail('verify', new InvalidCodeError())
      },
    },
    {
      id: 'resend',
      name: 'Another code can be requested',
      world,
      async show(world) {
        await logIn(world, 'VERIFY_OTP')
        await world.user.find('input[autocomplete=one-time-code]')
        await world.skip(31_000)
        await new Promise((resolve) => setTimeout(resolve, 1_100))
      },
    },
    {
      id: 'wallet-failed',
      name: 'Right code, but the wallet fails',
      world,
      async show(world) {
        world.login.fault = new WalletFrozenError()
        await logIn(world, 'VERIFY_OTP')
        await typeCode(world, 'verify')
        world.login.answer('verify')
      },
    },
    { id: 'ended', name: 'No login in progress', world, show: ({ modal }) => modal.open({ view: 'EmailVerifyOtp' }) },
  ],
}

const phoneWorld = { ...world, options: { features: { phone: true } } } as const satisfies WorldOptions

async function startSms(world: World): Promise<void> {
  const phone = '+49 1512 3456789'
  await world.modal.open({ view: 'PhoneLogin', arguments: { phone } })
  void startPhoneLogin(world.modal, { phone })
  await untilAsked(world, 'phone')
}

async function sendSms(world: World): Promise<void> {
  await startSms(world)
  world.login.answer('phone', { phone: '+49 1512 3456789', retryAfter: 30 })
}

export const phoneEntries: EntriesOf<'PhoneLogin' | 'PhoneVerify'> = {
  PhoneLogin: [
    {
      id: 'empty',
      name: 'Empty',
      world: phoneWorld,
      show: ({ modal }) => modal.open({ view: 'PhoneLogin' }),
      looks: ['dark', 'rtl', 'phone', 'long'],
    },
    { id: 'sending', name: 'Sending the code', world: phoneWorld, show: (world) => startSms(world) },
    {
      id: 'invalid',
      name: 'Not a mobile number',
      world: phoneWorld,
      async show(world) {
        await world.modal.open({ view: 'PhoneLogin', arguments: { phone: '01512 3456789' } })
        void startPhoneLogin(world.modal, { phone: '01512 3456789' })
        await untilAsked(world, 'phone')
        world.login.fail('phone', new InvalidPhoneError())
      },
      looks: ['rtl'],
    },
    {
      id: 'failed',
      name: 'SMS not sent',
      world: phoneWorld,
      async show(world) {
        await startSms(world)
        world.login.fail('phone', new SmsFailedError())
      },
    },
  ],
  PhoneVerify: [
    {
      id: 'empty',
      name: 'Waiting for the code',
      world: phoneWorld,
      show: sendSms,
      looks: ['dark', 'rtl', 'phone', 'long'],
    },
    {
      id: 'wrong',
      name: 'Wrong code',
      world: phoneWorld,
      async show(world) {
        await sendSms(world)
        await typeCode(world, 'verifyPhone')
        world.login.fail('verifyPhone', new InvalidCodeError())
      },
    },
    {
      id: 'ended',
      name: 'No login in progress',
      world: phoneWorld,
      show: ({ modal }) => modal.open({ view: 'PhoneVerify' }),
    },
  ],
}

async function logInWithPasskey(world: World, use: 'login' | 'signup' = 'login'): Promise<void> {
  await world.modal.open({ view: 'Connect' })
  void startPasskeyLogin(world.modal, { use })
  await untilAsked(world, 'passkey')
}

const failedPasskey = (id: string, name: string, error: Error, use?: 'signup') => ({
  id,
  name,
  world: passkeyWorld,
  async show(world: World) {
    await logInWithPasskey(world, use)
    world.login.fail('passkey', error)
  },
})

async function logInAt(world: World, provider: 'google' | 'github' = 'google'): Promise<void> {
  await world.modal.open({ view: 'Connect' })
  void startSocialLogin(world.modal, { provider })
  await untilAsked(world, 'social')
}

async function startFarcasterLogin(world: World): Promise<void> {
  await world.modal.open({ view: 'Connect' })
  void startFarcaster(world.modal)
  await untilAsked(world, 'farcasterStart')
}

const farcasterUrl = 'https://farcaster.example/~/siwf?channelToken=7f3e-a1b2-c3d4'

export const socialEntries: EntriesOf<
  'ConnectingPasskey' | 'ConnectSocials' | 'ConnectingSocial' | 'ConnectingFarcaster'
> = {
  ConnectingPasskey: [
    {
      id: 'login',
      name: 'Waiting for the passkey',
      world: passkeyWorld,
      show: (world) => logInWithPasskey(world),
      looks: ['dark', 'rtl', 'phone', 'long'],
    },
    {
      id: 'signup',
      name: 'Waiting for a new passkey',
      world: passkeyWorld,
      show: (world) => logInWithPasskey(world, 'signup'),
    },
    failedPasskey('canceled', 'Canceled', new PasskeyCanceledError()),
    failedPasskey('expired', 'Too late', new PasskeyExpiredError()),
    failedPasskey('unknown', 'Unknown passkey', new PasskeyUnknownError()),
    failedPasskey('unsupported', 'No passkeys in this browser', new PasskeyUnsupportedError()),
    failedPasskey('blocked', 'Pop-up blocked', new PopupBlockedError(), 'signup'),
    {
      id: 'idle',
      name: 'Not started',
      world: passkeyWorld,
      show: ({ modal }) => modal.open({ view: 'ConnectingPasskey', arguments: { use: 'login' } }),
    },
  ],
  ConnectSocials: [
    {
      id: 'all',
      name: 'All providers',
      world,
      async show({ modal }) {
        await modal.open({ view: 'Connect' })
        push(modal, { view: 'ConnectSocials', params: undefined })
      },
      looks: ['dark', 'rtl', 'phone'],
    },
  ],
  ConnectingSocial: [
    {
      id: 'popup',
      name: 'Waiting for the pop-up',
      world,
      show: (world) => logInAt(world),
      looks: ['dark', 'rtl', 'phone', 'long'],
    },
    {
      id: 'retrieving',
      name: 'Back from the provider',
      world,
      async show(world) {
        await logInAt(world, 'github')
        world.login.step('retrieving')
      },
    },
    {
      id: 'closed',
      name: 'Pop-up closed',
      world,
      async show(world) {
        await logInAt(world)
        world.login.fail('social', new PopupClosedError())
      },
    },
    {
      id: 'blocked',
      name: 'Pop-up blocked',
      world,
      async show(world) {
        await logInAt(world)
        world.login.fail('social', new PopupBlockedError())
      },
    },
    {
      id: 'failed',
      name: 'The provider refuses',
      world,
      async show(world) {
        await logInAt(world)
        world.login.fail('social', new SocialFailedError())
      },
    },
    {
      id: 'idle',
      name: 'Not started',
      world,
      show: ({ modal }) => modal.open({ view: 'ConnectingSocial', arguments: { provider: 'google' } }),
    },
  ],
  ConnectingFarcaster: [
    {
      id: 'code',
      name: 'QR code',
      world,
      async show(world) {
        await startFarcasterLogin(world)
        world.login.answer('farcasterStart', { url: farcasterUrl })
      },
      looks: ['dark', 'rtl', 'phone'],
    },
    { id: 'loading', name: 'QR code being prepared', world, isBusy: true, show: (world) => startFarcasterLogin(world) },
    {
      id: 'failed',
      name: 'Refused',
      world,
      async show(world) {
        await startFarcasterLogin(world)
        world.login.answer('farcasterStart', { url: farcasterUrl })
        await untilAsked(world, 'farcasterWait')
        world.login.fail('farcasterWait', new FarcasterFailedError())
      },
    },
    {
      id: 'phone',
      name: 'On the phone itself',
      world: { ...world, hasWallets: false },
      isPhone: true,
      async show(world) {
        await startFarcasterLogin(world)
        world.login.answer('farcasterStart', { url: farcasterUrl })
      },
      looks: ['phone'],
    },
  ],
}

/** Logs in, and opens a view from the account's settings. */
export async function openLoggedIn(world: World, view: 'AccountSettings' | 'UpdateEmailWallet'): Promise<void> {
  await connect(world.modal, { connectorId: 'embeddedWallet' })
  await world.user.until('the login', () => isConnected(world.modal))
  await world.modal.open({ view: 'Account' })
  push(world.modal, { view: 'AccountSettings', params: undefined })
  if (view !== 'AccountSettings') push(world.modal, { view, params: undefined })
}

const newEmail = 'ada.lovelace@example.com'

async function changeEmail(world: World, action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'): Promise<void> {
  await openLoggedIn(world, 'UpdateEmailWallet')
  await world.user.type(newEmail, 'input[type=email]')
  await world.user.goOn()
  await untilAsked(world, 'update')
  world.login.answer('update', action)
}

export const emailUpdateEntries: EntriesOf<'UpdateEmailWallet' | 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp'> =
  {
    UpdateEmailWallet: [
      {
        id: 'form',
        name: 'Form',
        world,
        show: (world) => openLoggedIn(world, 'UpdateEmailWallet'),
        looks: ['dark', 'rtl', 'phone'],
      },
      {
        id: 'sending',
        name: 'Being sent',
        world,
        isBusy: true,
        async show(world) {
          await openLoggedIn(world, 'UpdateEmailWallet')
          await world.user.type(newEmail, 'input[type=email]')
          await world.user.goOn()
        },
      },
      {
        id: 'cooldown',
        name: 'Too soon for another email',
        world,
        async show(world) {
          await openLoggedIn(world, 'UpdateEmailWallet')
          await world.user.type(newEmail, 'input[type=email]')
          await world.user.goOn()
          await untilAsked(world, 'update')
          world.login.fail('update', new EmailCooldownError({ retryAfter: 24 }))
        },
      },
    ],
    UpdateEmailPrimaryOtp: [
      {
        id: 'typing',
        name: 'Code sent to the old address',
        world,
        show: (world) => changeEmail(world, 'VERIFY_PRIMARY_OTP'),
        looks: ['dark', 'phone'],
      },
      {
        id: 'wrong',
        name: 'Wrong code',
        world,
        async show(world) {
          await changeEmail(world, 'VERIFY_PRIMARY_OTP')
          await typeCode(world, 'verifyPrimary')
          world.login.fail('verifyPrimary', new InvalidCodeError())
        },
      },
      {
        id: 'ended',
        name: 'No change in progress',
        world,
        show: ({ modal }) => modal.open({ view: 'UpdateEmailPrimaryOtp' }),
      },
    ],
    UpdateEmailSecondaryOtp: [
      {
        id: 'typing',
        name: 'Code sent to the new address',
        world,
        show: (world) => changeEmail(world, 'VERIFY_SECONDARY_OTP'),
        looks: ['dark', 'phone'],
      },
      {
        id: 'ended',
        name: 'No change in progress',
        world,
        show: ({ modal }) => modal.open({ view: 'UpdateEmailSecondaryOtp' }),
      },
    ],
  }

async function ask(world: World): Promise<void> {
  await connect(world.modal, { connectorId: 'embeddedWallet' })
  world.login.approval('request', 'asked')
}

export const approvalEntries: Entries = [
  { id: 'loading', name: "The wallet's own screen loading", world, show: ask, looks: ['dark', 'rtl', 'phone'] },
  {
    id: 'nothing',
    name: 'No pending requests',
    world,
    show: ({ modal }) => modal.open({ view: 'ApproveTransaction' }),
  },
]
