import { loadRegisterAccountName } from '../../views/register-account-name/index.js'
import { loadRegisterAccountNameSuccess } from '../../views/register-account-name-success/index.js'
import type { LoadedView } from '../defineView.js'

type NameView = 'RegisterAccountName' | 'RegisterAccountNameSuccess'

/** The views of names. */
export const loaders: { readonly [name in NameView]: () => Promise<LoadedView<name>> } = {
  RegisterAccountName: loadRegisterAccountName,
  RegisterAccountNameSuccess: loadRegisterAccountNameSuccess,
}
