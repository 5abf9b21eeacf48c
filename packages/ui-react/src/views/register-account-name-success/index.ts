import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadRegisterAccountNameSuccess(): Promise<LoadedView<'RegisterAccountNameSuccess'>> {
  const { RegisterAccountNameSuccessView, Title } = await loadModule(
    () => import('./RegisterAccountNameSuccessView.js'),
  )
  return { View: RegisterAccountNameSuccessView, Title }
}
