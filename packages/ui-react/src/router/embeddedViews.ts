import { loadModule } from '@latchkey/core'
import { type AnyViewDefinition, defineView, type LoadedView } from './defineView.js'
import type { EmbeddedView } from './embeddedLoaders.js'

/** Where their code is: most pages have no embedded wallet, so the shell has no more of its views than names and titles. */
function load<name extends EmbeddedView>(name: name): () => Promise<LoadedView<name>> {
  return async () => (await loadModule(() => import('./embeddedLoaders.js'))).embeddedLoaders[name]()
}

/** The views of an embedded wallet. */
export const embeddedViews: readonly AnyViewDefinition[] = [
  defineView({ name: 'EmailLogin', title: 'emailLoginTitle', feature: 'email', load: load('EmailLogin') }),
  defineView({ name: 'EmailVerifyDevice', title: 'emailTitle', feature: 'email', load: load('EmailVerifyDevice') }),
  defineView({ name: 'EmailVerifyOtp', title: 'emailTitle', feature: 'email', load: load('EmailVerifyOtp') }),
  defineView({ name: 'ApproveTransaction', title: 'approveTitle', load: load('ApproveTransaction') }),
  defineView({ name: 'UpdateEmailWallet', title: 'emailEditTitle', load: load('UpdateEmailWallet') }),
  defineView({ name: 'UpdateEmailPrimaryOtp', title: 'emailEditTitle', load: load('UpdateEmailPrimaryOtp') }),
  defineView({ name: 'UpdateEmailSecondaryOtp', title: 'emailEditTitle', load: load('UpdateEmailSecondaryOtp') }),
]
