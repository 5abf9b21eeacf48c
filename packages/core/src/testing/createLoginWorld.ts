import { startEmailLogin, submitEmailCode } from '../controllers/login/emailLogin.js'
import { open } from '../controllers/shell/actions.js'
import { createTestLogin, type TestLogin } from './createTestLogin.js'
import { createTestModal, type TestModal, type TestModalOptions } from './createTestModal.js'
import { siwxSettled } from './createTestSiwx.js'

export type LoginWorld = TestModal & { readonly login: TestLogin }

type LoginWorldOptions = TestModalOptions & { readonly login?: TestLogin | undefined }

export const email = 'alice@example.org'

/** Creates a page with an embedded wallet in two namespaces, in addition to the page's wallets. */
export function createLoginWorld({ login = createTestLogin(), ...options }: LoginWorldOptions = {}): LoginWorld {
  return { ...createTestModal({ plugins: [login.plugin], ...options }), login }
}

/** Creates the same page with the Connect view open. */
export function createOpenLoginWorld(options: LoginWorldOptions = {}): LoginWorld {
  const world = createLoginWorld(options)
  open(world.modal)
  return world
}

/** Creates the same page with Alice logged in and the modal closed. */
export async function createLoggedInWorld(options: LoginWorldOptions = {}): Promise<LoginWorld> {
  const world = createOpenLoginWorld(options)
  const { login, modal } = world
  void startEmailLogin(modal, { email })
  await siwxSettled()
  login.last('login').approve('VERIFY_OTP')
  await siwxSettled()
  void submitEmailCode(modal, { code: '123456' })
  await siwxSettled()
  login.last('verify').approve()
  await siwxSettled()
  return world
}
