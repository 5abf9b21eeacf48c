import type { Messages } from '../messages/keys.js'
import { account } from './ar/account.js'
import { connect } from './ar/connect.js'
import { money } from './ar/money.js'

/** Arabic. */
export const ar: Messages = { ...connect, ...account, ...money }
