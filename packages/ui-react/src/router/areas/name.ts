import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** The views of names. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'RegisterAccountName',
    load: () => loadModule(() => import('../../views/register-account-name/RegisterAccountNameView.js')),
  },
  {
    name: 'RegisterAccountNameSuccess',
    load: () => loadModule(() => import('../../views/register-account-name-success/RegisterAccountNameSuccessView.js')),
  },
]
