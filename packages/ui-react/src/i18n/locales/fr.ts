import type { Messages } from '../messages/keys.js'
import { account } from './fr/account.js'
import { connect } from './fr/connect.js'
import { money } from './fr/money.js'

/** French. */
export const fr: Messages = { ...connect, ...account, ...money }
